// Mistake: memcpy may not get a null pointer, not even for 0 bytes.
// Verdict: undefined sanitizer
// Caught by: Ex1_5.NoBytesMayComeFromNowhere
// Message: null pointer passed as argument
// [exercise 1.5]
  __builtin_memcpy(dest, src, count);
// [end 1.5]
