// Mistake: a page that is only begun is not counted.
// Verdict: failed
// Caught by: Ex0_5.AStartedPageIsAWholeOne
// Message: PagesOf(4097)
  // [exercise 0.5]
  return bytes / kPageBytes;
  // [end 0.5]
