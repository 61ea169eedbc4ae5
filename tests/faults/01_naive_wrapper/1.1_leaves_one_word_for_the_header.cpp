// Mistake: leaves 8 bytes before the payload; it lies over half of the header and loses the alignment.
// Verdict: failed
// Caught by: Ex1_1.TheHeaderStandsDirectlyBeforeThePayload
// Message: the 8 bytes at data - 16 must hold what was asked for
// [exercise 1.1]
  new (start) std::size_t{n};
  void* payload = static_cast<std::size_t*>(start) + 1;
  return {payload, payload, &DeleteBlock, c10::DeviceType::CPU};
// [end 1.1]
// [exercise 1.1b]
  return reinterpret_cast<BlockHeader*>(static_cast<std::size_t*>(payload) - 1);
// [end 1.1b]
