// Mistake: looks at the pointer instead of the error code.
// Verdict: failed
// Caught by: Ex2_4.AnErrorCodeIsNullWhateverPointerWasWritten
// Message: its pointer means nothing
// [exercise 2.4]
if (!IsPowerOfTwo(alignment)) return nullptr;
void* block = nullptr;
static_cast<void>(posix_memalign(&block, std::max(alignment, sizeof(void*)), bytes));
return block;
// [end 2.4]
