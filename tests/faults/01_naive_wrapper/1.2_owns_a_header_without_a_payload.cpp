// Mistake: null data, but a header in memory that the deleter is to free.
// Verdict: failed
// Caught by: Ex1_2.ZeroBytesHaveNoContext
// Message: allocate(0) has something to free
// [exercise 1.2]
  if (n == 0) {
    auto* header = new (std::malloc(kHeaderBytes)) BlockHeader{0, &counters_};
    return {nullptr, header + 1, &DeleteBlock, c10::DeviceType::CPU};
  }
// [end 1.2]
