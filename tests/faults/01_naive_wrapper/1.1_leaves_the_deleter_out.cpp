// Mistake: takes the constructor of DataPtr that has no context and no deleter.
// Verdict: failed
// Caught by: Ex1_1.ContextIsTheDataPointer
// Message: the deleter gets the context and nothing else
// [exercise 1.1]
  auto* header = new (start) BlockHeader{n, &counters_};
  return {header + 1, c10::DeviceType::CPU};
// [end 1.1]
