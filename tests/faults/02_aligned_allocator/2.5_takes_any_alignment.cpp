// Mistake: checks nothing: the masks then give addresses that are not aligned at all.
// Verdict: failed
// Caught by: Ex2_5.RefusesAnyOtherAlignmentByName
// Message: nothing was thrown
// [exercise 2.5]
return alignment;
// [end 2.5]
