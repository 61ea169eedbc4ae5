// Mistake: the deleter steps back from a null pointer.
// Verdict: crashed
// Caught by: Ex1_2.TheDeleterDoesNothingForNull
// Message: SIGSEGV
// [exercise 1.2b]
// [end 1.2b]
