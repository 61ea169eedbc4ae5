// Mistake: source and destination are swapped.
// Verdict: failed
// Caught by: Ex1_5.CopiesToTheDestination
// Message: in the destination
// [exercise 1.5]
  default_copy_data(const_cast<void*>(src), dest, count);
// [end 1.5]
