// Mistake: hands out the head of the list without unlinking it.
// Verdict: failed
// Caught by: Ex3_2.NeverHandsOutOneBlockTwice
// Message: handed out twice
  // [exercise 3.2b]
  if (head_ == nullptr) return nullptr;
  SetCount(count() - 1);
  return head_;
  // [end 3.2b]
