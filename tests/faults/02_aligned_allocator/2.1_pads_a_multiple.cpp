// Mistake: adds a whole alignment to an address that needs nothing.
// Verdict: failed
// Caught by: Ex2_1.AMultipleNeedsNoPadding
// Message: nothing to add
// [exercise 2.1b]
return alignment - address % alignment;
// [end 2.1b]
