// Mistake: forgets that zero passes the bit trick.
// Verdict: failed
// Caught by: Ex2_1.ZeroIsNotAPowerOfTwo
// Message: no block can lie at a multiple of zero
// [exercise 2.1]
return (value & (value - 1)) == 0;
// [end 2.1]
