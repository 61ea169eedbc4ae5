// Mistake: forgets how often a size was asked for.
// Verdict: failed
// Caught by: Ex0_2.SlackIsTheShareOfTheBytesThatNobodyAskedFor
// Message: 127.0 / 832.0
  // [exercise 0.2e]
  std::uint64_t asked = 0;
  std::uint64_t given = 0;
  for (const SizeCount& size : sizes) {
    asked += size.bytes;
    given += ClassBytes(size.bytes);
  }
  return Share(given - asked, given);
  // [end 0.2e]
