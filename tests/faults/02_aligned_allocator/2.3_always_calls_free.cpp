// Mistake: forgets that the block may come from another source than malloc.
// Verdict: crashed
// Caught by: Ex2_3.GivesBackExactlyWhatTheSourceGave
// Message: SIG
// [exercise 2.3b]
static_cast<void>(source);
if (payload != nullptr) kMalloc.release(OriginalOf(payload));
// [end 2.3b]
