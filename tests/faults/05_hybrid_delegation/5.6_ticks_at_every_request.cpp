// Mistake: counts time with every request that no pool serves, one of an irregular size too.
// Verdict: failed
// Caught by: Ex5_6.OnlyRequestsOfAShelfsClassCountTime
// Message: Tick() is for requests
  // [exercise 5.6]
  if (!enabled()) return Delegate(bytes, Delegated::kSwitchedOff);
  const ClassIndex index = router_.Route(bytes);
  if (index >= pools_.size()) Tick();
  if (index == kNoClass) return Delegate(bytes, Delegated::kIrregular);
  if (index < pools_.size()) return FromPool(index, bytes);
  const auto shelf = static_cast<ClassIndex>(index - pools_.size());
  return FromShelf(shelf, bytes, NoteRequest(shelf) ? Fit::kWhole : Fit::kExact);
  // [end 5.6]
