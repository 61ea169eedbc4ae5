// Mistake: leaves the default, which says that there is no raw interface.
// Verdict: failed
// Caught by: Ex1_4.EveryBlockHasTheRawDeleter
// Message: a null raw_deleter says: no raw interface here
// [exercise 1.4]
  return nullptr;
// [end 1.4]
