// Mistake: looks for a word below address zero.
// Verdict: crashed
// Caught by: Ex2_3.FreeingNullIsANoOp
// Message: SIGSEGV
// [exercise 2.3b]
source.release(OriginalOf(payload));
// [end 2.3b]
