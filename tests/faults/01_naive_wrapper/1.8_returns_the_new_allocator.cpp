// Mistake: asks for the former allocator after it has been replaced.
// Verdict: failed
// Caught by: Ex1_8.RegisteringReturnsTheFormerAllocator
// Message: original_
// [exercise 1.8b]
  c10::SetAllocator(c10::DeviceType::CPU, &allocator, priority);
  c10::Allocator* previous = c10::GetAllocator(c10::DeviceType::CPU);
  TORCH_CHECK(previous == &allocator, "ignored at priority ", int{priority});
  return *previous;
// [end 1.8b]
