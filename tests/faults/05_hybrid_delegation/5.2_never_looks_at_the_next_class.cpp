// Mistake: takes the first class of the bucket for the only one.
// Verdict: failed
// Caught by: Ex5_2.AClassMayEndInTheMiddleOfABucket
// Message: ends in this bucket
  // [exercise 5.2c]
  if (bytes == 0 || classes_.empty() || bytes > classes_.back().block_bytes) return kNoClass;
  const ClassIndex index = first_class_[BucketOf(bytes)];
  return bytes < classes_[index].least_bytes || bytes > classes_[index].block_bytes ? kNoClass : index;
  // [end 5.2c]
