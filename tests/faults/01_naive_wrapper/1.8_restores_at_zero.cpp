// Mistake: puts the former allocator back at priority 0, which PyTorch ignores after a higher one.
// Verdict: failed
// Caught by: Ex1_8.AScopeAtAHighPriorityPutsTheFormerAllocatorBack
// Message: PyTorch ignores a lower priority
// [exercise 1.8c]
  c10::SetAllocator(c10::DeviceType::CPU, &previous_);
// [end 1.8c]
