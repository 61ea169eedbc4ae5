// Mistake: copies in words of 8 bytes and rounds the count up, over bytes that nobody offered.
// Verdict: failed
// Caught by: Ex1_5.WritesNothingBehindTheCount
// Message: wrote behind its 37 bytes
// [exercise 1.5]
  default_copy_data(dest, src, (count + 7) / 8 * 8);
// [end 1.5]
