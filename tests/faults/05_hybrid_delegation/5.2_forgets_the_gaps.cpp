// Mistake: forgets that a class has a smallest size: what lies between two classes gets a block of the larger one.
// Verdict: failed
// Caught by: Ex5_2.SizesBetweenTheClassesHaveNone
// Message: belong to no class
  // [exercise 5.2c]
  if (bytes == 0 || classes_.empty() || bytes > classes_.back().block_bytes) return kNoClass;
  ClassIndex index = first_class_[BucketOf(bytes)];
  if (bytes > classes_[index].block_bytes) ++index;
  return index;
  // [end 5.2c]
