// Mistake: looks at the state byte and does not clear it: a second free passes too.
// Verdict: failed
// Caught by: Ex3_3.ABlockThatIsOutComesBackOnce
// Message: freed twice
  // [exercise 3.3c]
  if (!IsBlockStart(slab, address)) return FreeError::kMisaligned;
  const StateByte& state = States(slab)[BlockIndex(slab, address)];
  return state.load(std::memory_order_relaxed) == kOut ? FreeError::kNone : FreeError::kNotOut;
  // [end 3.3c]
