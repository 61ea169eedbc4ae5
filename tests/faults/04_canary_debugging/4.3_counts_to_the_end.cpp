// Mistake: takes everything behind the first bad byte for bad.
// Verdict: failed
// Caught by: Ex4_3_Guards.CountTheBytes
// Message: a fifth are bad
  // [exercise 4.3b]
  if (const auto* bad = FirstOther(block.original, block.head_bytes(), kHeadByte))
    return {DamagedPart::kHeadGuard, bad - block.payload,
            static_cast<std::size_t>(block.payload - bad)};
  if (const auto* bad = FirstOther(block.tail(), block.tail_bytes(), kTailByte))
    return {DamagedPart::kTailGuard, bad - block.payload,
            static_cast<std::size_t>(block.original + block.total_bytes - bad)};
  static_cast<void>(&CountOther);
  return {};
  // [end 4.3b]
