// Mistake: divides by what was asked for: 127 of 705, not of 832.
// Verdict: failed
// Caught by: Ex0_2.SlackIsTheShareOfTheBytesThatNobodyAskedFor
// Message: 127.0 / 832.0
  // [exercise 0.2e]
  std::uint64_t asked = 0;
  std::uint64_t given = 0;
  for (const SizeCount& size : sizes) {
    asked += size.bytes * size.requests;
    given += ClassBytes(size.bytes) * size.requests;
  }
  return Share(given - asked, asked);
  // [end 0.2e]
