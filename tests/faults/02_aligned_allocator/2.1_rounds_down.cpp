// Mistake: gives the distance from the multiple below.
// Verdict: failed
// Caught by: Ex2_1.RoundsUpToTheNextMultiple
// Message: AlignUp(1, 64)
// [exercise 2.1b]
return address & (alignment - 1);
// [end 2.1b]
