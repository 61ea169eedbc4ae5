// Mistake: forgets the count when a block goes out.
// Verdict: failed
// Caught by: Ex3_2.KeepsTheCountThroughPushesAndPops
// Message: list.count()
  // [exercise 3.2b]
  FreeBlock* const front = head_;
  if (front == nullptr) return nullptr;
  head_ = front->next;
  return front;
  // [end 3.2b]
