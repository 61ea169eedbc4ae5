// Mistake: hands the payload to free, not the pointer that malloc returned.
// Verdict: crashed
// Caught by: Ex1_1.HandsOutABlockForTheCpu
// Message: free(): invalid
// [exercise 1.1c]
  std::free(context);
// [end 1.1c]
