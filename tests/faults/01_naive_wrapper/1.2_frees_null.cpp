// Mistake: the deleter steps back from a null pointer.
// Verdict: failed
// Caught by: Ex1_2.TheDeleterDoesNothingForNull
// Message: DeleteBlock must return at once
// [exercise 1.2b]
// [end 1.2b]
