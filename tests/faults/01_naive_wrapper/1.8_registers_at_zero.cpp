// Mistake: leaves the priority out, so a high one has no effect.
// Verdict: failed
// Caught by: Ex1_8.TheErrorNamesThePriority
// Message: returned as if all were well
// [exercise 1.8b]
  c10::Allocator* previous = c10::GetAllocator(c10::DeviceType::CPU);
  c10::SetAllocator(c10::DeviceType::CPU, &allocator);
  TORCH_CHECK(c10::GetAllocator(c10::DeviceType::CPU) == &allocator, "ignored at priority ",
              int{priority});
  return *previous;
// [end 1.8b]
