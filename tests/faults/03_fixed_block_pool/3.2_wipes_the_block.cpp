// Mistake: clears the block that comes back, all 64 bytes of it: slow, and not what was promised.
// Verdict: failed
// Caught by: Ex3_2.WritesTheFirst8BytesOfABlockAndNoMore
// Message: of a free block was written
  // [exercise 3.2]
  auto* const bytes = static_cast<unsigned char*>(block);
  for (std::size_t i = 0; i < 64; ++i) bytes[i] = 0;
  auto* const front = static_cast<FreeBlock*>(block);
  front->next = head_;
  head_ = front;
  SetCount(count() + 1);
  // [end 3.2]
