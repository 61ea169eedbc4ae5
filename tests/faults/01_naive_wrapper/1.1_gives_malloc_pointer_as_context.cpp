// Mistake: keeps malloc's own pointer as the context, because that is what free wants.
// Verdict: failed
// Caught by: Ex1_1.ContextIsTheDataPointer
// Message: context stands -16 bytes from data
// [exercise 1.1]
  auto* header = new (start) BlockHeader{n, &counters_};
  void* payload = header + 1;
  return {payload, header, &DeleteBlock, c10::DeviceType::CPU};
// [end 1.1]
// [exercise 1.1c]
  std::free(context);
// [end 1.1c]
