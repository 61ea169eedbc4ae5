// Mistake: hands the payload to free, not the pointer that malloc returned.
// Verdict: crashed
// Caught by: Ex1_1.HandsOutABlockForTheCpu
// Message: free got a pointer that malloc did not return
// [exercise 1.1c]
  std::free(context);
// [end 1.1c]
