// Mistake: passes the payload as it is: the kernel wants the first byte of a page.
// Verdict: failed
// Caught by: Ex2_6.NeverHintsBeyondTheBlock
// Message: madvise wants an address at the start of a page
// [exercise 2.6c]
if (bytes < kHugePageThreshold) return false;
return madvise(payload, bytes, MADV_HUGEPAGE) == 0;
// [end 2.6c]
