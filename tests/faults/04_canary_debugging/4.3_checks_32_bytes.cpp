// Mistake: checks the least guard and not the whole one.
// Verdict: failed
// Caught by: Ex4_3_Guards.ShowEveryByteOfDamage
// Message: was changed
  // [exercise 4.3b]
  if (const auto* bad = FirstOther(block.payload - kGuardBytes, kGuardBytes, kHeadByte))
    return {DamagedPart::kHeadGuard, bad - block.payload,
            CountOther(block.payload - kGuardBytes, kGuardBytes, kHeadByte)};
  if (const auto* bad = FirstOther(block.tail(), kGuardBytes, kTailByte))
    return {DamagedPart::kTailGuard, bad - block.payload,
            CountOther(block.tail(), kGuardBytes, kTailByte)};
  return {};
  // [end 4.3b]
