// Mistake: never asks whether PyTorch obeyed.
// Verdict: failed
// Caught by: Ex1_8.ARegistrationThatPyTorchIgnoresIsAnError
// Message: returned as if all were well
// [exercise 1.8b]
  c10::Allocator* previous = c10::GetAllocator(c10::DeviceType::CPU);
  c10::SetAllocator(c10::DeviceType::CPU, &allocator, priority);
  return *previous;
// [end 1.8b]
