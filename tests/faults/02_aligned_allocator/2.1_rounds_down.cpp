// Mistake: gives the distance from the multiple below.
// Verdict: failed
// Caught by: Ex2_1.PadsByLessThanTheAlignment
// Message: PaddingTo(1, 4) is 1, and the sum is no multiple of 4
// [exercise 2.1b]
return address & (alignment - 1);
// [end 2.1b]
