// Mistake: sends a size that fills its block exactly to the next class.
// Verdict: failed
// Caught by: Ex5_2.FindsTheClassOfASize
// Message: exactly as large as the block
  // [exercise 5.2c]
  if (bytes == 0 || classes_.empty() || bytes > classes_.back().block_bytes) return kNoClass;
  ClassIndex index = first_class_[BucketOf(bytes)];
  if (bytes >= classes_[index].block_bytes && index + 1U < classes_.size()) ++index;
  return bytes < classes_[index].least_bytes ? kNoClass : index;
  // [end 5.2c]
