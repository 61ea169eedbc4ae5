// Mistake: counts up only.
// Verdict: failed
// Caught by: Ex1_7.CountsWhatIsLive
// Message: after the free of 100 bytes
// [exercise 1.7b]
// [end 1.7b]
