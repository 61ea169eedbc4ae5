// Mistake: takes the size itself instead of the size less one: a power of two begins an octave instead of ending one.
// Verdict: failed
// Caught by: Ex5_2.BucketsEndAtMultiplesOf64ThenAt16StepsAnOctave
// Message: BucketOf(
  // [exercise 5.2]
  if (bytes < kLinearBytes) return bytes / kGranuleBytes;
  const auto octave = static_cast<std::size_t>(std::bit_width(bytes)) - 1;
  const std::size_t step = (bytes >> (octave - kStepBits)) & ((1U << kStepBits) - 1);
  return kLinearBuckets + ((octave - kLinearBits) << kStepBits) + step;
  // [end 5.2]
