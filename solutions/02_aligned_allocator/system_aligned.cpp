#include "system_aligned.h"

#include <algorithm>
#include <cstdlib>
#include <optional>

#include "alignment.h"
#include "workbook/not_implemented.h"

namespace workbook {

void* AllocateWithPosixMemalign(std::size_t bytes, std::size_t alignment) {
  // [exercise 2.4]
  if (!IsPowerOfTwo(alignment)) return nullptr;
  void* block = nullptr;
  const int error = posix_memalign(&block, std::max(alignment, sizeof(void*)), bytes);
  return error == 0 ? block : nullptr;
  // [end 2.4]
}

void* AllocateWithAlignedAlloc(std::size_t bytes, std::size_t alignment) {
  // [exercise 2.4b]
  if (!IsPowerOfTwo(alignment)) return nullptr;
  const std::optional<std::size_t> rounded = AlignUp(bytes, alignment);
  return rounded ? std::aligned_alloc(alignment, *rounded) : nullptr;
  // [end 2.4b]
}

}  // namespace workbook
