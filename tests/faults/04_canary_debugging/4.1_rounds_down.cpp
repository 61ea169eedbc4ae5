// Mistake: rounds the payload's address down, into the guard.
// Verdict: failed
// Caught by: Ex4_1.KeepsTheAlignmentForEverySizeAlignmentAndUpstream
// Message: head
  // [exercise 4.1b]
  auto* const start = static_cast<unsigned char*>(original);
  const auto address = reinterpret_cast<std::uintptr_t>(original);
  const std::uintptr_t payload = (address + kGuardBytes) & ~(alignment - 1);
  return {start, TotalBytes(payload_bytes, alignment), start + (payload - address), payload_bytes};
  // [end 4.1b]
