// Mistake: the scope ends and its allocator stays.
// Verdict: failed
// Caught by: Ex1_8.AScopePutsTheFormerAllocatorBack
// Message: original_
// [exercise 1.8c]
// [end 1.8c]
