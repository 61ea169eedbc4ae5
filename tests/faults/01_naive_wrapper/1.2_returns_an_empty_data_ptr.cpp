// Mistake: returns a default DataPtr, which has another deleter than all other blocks.
// Verdict: failed
// Caught by: Ex1_2.ZeroBytesCarryTheDeleterOfEveryOtherBlock
// Message: one function must serve every block
// [exercise 1.2]
  if (n == 0) return {};
// [end 1.2]
