// Mistake: says how far into the tail guard the bad byte is.
// Verdict: failed
// Caught by: Ex4_3_Guards.ShowEveryByteOfDamage
// Message: offsets count from
  // [exercise 4.3b]
  if (const auto* bad = FirstOther(block.original, block.head_bytes(), kHeadByte))
    return {DamagedPart::kHeadGuard, bad - block.payload,
            CountOther(block.original, block.head_bytes(), kHeadByte)};
  if (const auto* bad = FirstOther(block.tail(), block.tail_bytes(), kTailByte))
    return {DamagedPart::kTailGuard, bad - block.tail(),
            CountOther(block.tail(), block.tail_bytes(), kTailByte)};
  return {};
  // [end 4.3b]
