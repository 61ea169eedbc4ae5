// Mistake: compares the low bits for equality and misses the partial overlaps.
// Verdict: failed
// Caught by: Ex2_8.APartialOverlapOfTheLowBitsAliasesToo
// Message: base + 4103
// [exercise 2.8d]
const bool same_page_offset = store % 4096 == load % 4096;
return same_page_offset && store != load && bytes > 0;
// [end 2.8d]
