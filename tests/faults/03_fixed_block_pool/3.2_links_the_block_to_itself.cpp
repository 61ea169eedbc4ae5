// Mistake: moves the head first and then links the new block to it, that is to itself.
// Verdict: failed
// Caught by: Ex3_2.ReturnsTheBlockPushedLastFirst
// Message: a fourth came out
  // [exercise 3.2]
  head_ = static_cast<FreeBlock*>(block);
  head_->next = head_;
  SetCount(count() + 1);
  // [end 3.2]
