// Mistake: gives nothing back: a leak.
// Verdict: failed
// Caught by: Ex2_3.GivesBackExactlyWhatTheSourceGave
// Message: one block was allocated and freed
// [exercise 2.3b]
static_cast<void>(payload);
static_cast<void>(source);
// [end 2.3b]
