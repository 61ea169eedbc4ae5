// Mistake: adds without asking whether the sum fits.
// Verdict: failed
// Caught by: Ex2_1.RefusesASizeThatWouldWrapAround
// Message: doesn't fit in a size_t
// [exercise 2.1c]
return bytes + PaddingTo(bytes, alignment);
// [end 2.1c]
