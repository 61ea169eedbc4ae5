// Mistake: writes down what malloc was asked for, not what the caller asked for.
// Verdict: failed
// Caught by: Ex1_1.TheHeaderStandsDirectlyBeforeThePayload
// Message: without the header
// [exercise 1.1]
  auto* header = new (start) BlockHeader{kHeaderBytes + n, &counters_};
  void* payload = header + 1;
  return {payload, payload, &DeleteBlock, c10::DeviceType::CPU};
// [end 1.1]
