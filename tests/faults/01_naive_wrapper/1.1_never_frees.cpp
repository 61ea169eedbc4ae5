// Mistake: the deleter looks the block up and forgets to free it.
// Verdict: failed
// Caught by: Ex1_1.TheDeleterGivesTheBlockBackToMalloc
// Message: were not given back to malloc
// [exercise 1.1c]
  static_cast<void>(HeaderOf(context));
// [end 1.1c]
