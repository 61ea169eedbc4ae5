// Mistake: quietly serves another alignment instead of refusing.
// Verdict: failed
// Caught by: Ex2_5.RefusesAnyOtherAlignmentByName
// Message: nothing was thrown
// [exercise 2.5]
std::size_t rounded = 1;
while (rounded < alignment && rounded != 0) rounded *= 2;
return rounded;
// [end 2.5]
