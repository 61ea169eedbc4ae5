// Mistake: takes every even number for a power of two.
// Verdict: failed
// Caught by: Ex2_1.KnowsEveryPowerOfTwoAndNothingElse
// Message: IsPowerOfTwo
// [exercise 2.1]
return value == 1 || (value != 0 && value % 2 == 0);
// [end 2.1]
