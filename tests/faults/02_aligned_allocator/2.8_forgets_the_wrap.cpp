// Mistake: compares offsets in a page and forgets that an access may run over its end.
// Verdict: failed
// Caught by: Ex2_8.APartialOverlapOfTheLowBitsAliasesToo
// Message: the store runs over the page's end
// [exercise 2.8d]
const std::uintptr_t s = store % 4096;
const std::uintptr_t l = load % 4096;
const bool really = store < load + bytes && load < store + bytes;
return !really && s < l + bytes && l < s + bytes;
// [end 2.8d]
