// Mistake: a std::uint8_t is a character for c10::str, as for any C++ stream.
// Verdict: failed
// Caught by: Ex1_8.TheErrorNamesThePriority
// Message: ignored at priority u
// [exercise 1.8b]
  c10::Allocator* previous = c10::GetAllocator(c10::DeviceType::CPU);
  c10::SetAllocator(c10::DeviceType::CPU, &allocator, priority);
  TORCH_CHECK(c10::GetAllocator(c10::DeviceType::CPU) == &allocator, "ignored at priority ",
              priority);
  return *previous;
// [end 1.8b]
