// Mistake: throws what C++ throws, which PyTorch users cannot catch as out of memory.
// Verdict: failed
// Caught by: Ex2_5.FailureIsPyTorchsOutOfMemoryErrorWithTheSize
// Message: another kind of exception
// [exercise 2.5b]
static_cast<void>(bytes);
static_cast<void>(alignment);
throw std::bad_alloc();
// [end 2.5b]
