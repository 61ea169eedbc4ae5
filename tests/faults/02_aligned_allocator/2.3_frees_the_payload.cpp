// Mistake: gives the payload itself back, as if it came from malloc.
// Verdict: failed
// Caught by: Ex2_3.GivesBackExactlyWhatTheSourceGave
// Message: an address that it never gave
// [exercise 2.3b]
if (payload != nullptr) source.release(payload);
// [end 2.3b]
