// Mistake: a new peak of 0, although bytes are live.
// Verdict: failed
// Caught by: Ex1_6.ANewPeakStartsAtWhatIsLive
// Message: so they are the peak so far
// [exercise 1.6d]
  peak_bytes_.store(0);
// [end 1.6d]
