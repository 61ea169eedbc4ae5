// Mistake: copies in words of 8 bytes and forgets the rest.
// Verdict: failed
// Caught by: Ex1_5.CopiesEveryCount
// Message: is wrong
// [exercise 1.5]
  default_copy_data(dest, src, count / sizeof(std::uint64_t) * sizeof(std::uint64_t));
// [end 1.5]
