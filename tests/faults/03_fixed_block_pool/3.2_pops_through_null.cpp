// Mistake: reads the link of the head before asking whether there is one.
// Verdict: crashed
// Caught by: Ex3_2.StartsEmpty
// Message: Ex3_2.StartsEmpty
  // [exercise 3.2b]
  FreeBlock* const front = head_;
  head_ = front->next;
  SetCount(count() - 1);
  return front;
  // [end 3.2b]
