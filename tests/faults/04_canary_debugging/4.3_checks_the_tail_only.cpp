// Mistake: never looks at the guard in front.
// Verdict: failed
// Caught by: Ex4_3_Guards.ShowEveryByteOfDamage
// Message: was changed
  // [exercise 4.3b]
  if (const auto* bad = FirstOther(block.tail(), block.tail_bytes(), kTailByte))
    return {DamagedPart::kTailGuard, bad - block.payload,
            CountOther(block.tail(), block.tail_bytes(), kTailByte)};
  return {};
  // [end 4.3b]
