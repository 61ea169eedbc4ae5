#include "aligned_memory.h"

#include <cstring>
#include <limits>

#include "alignment.h"
#include "workbook/not_implemented.h"

namespace workbook {

std::optional<std::size_t> BytesToRequest(std::size_t bytes, std::size_t alignment) {
  // [exercise 2.2]
  const std::size_t overhead = kWordBytes + AtLeastAWord(alignment) - 1;
  if (bytes > std::numeric_limits<std::size_t>::max() - overhead) return std::nullopt;
  return bytes + overhead;
  // [end 2.2]
}

void* PlacePayload(void* original, std::size_t alignment) {
  // [exercise 2.2b]
  char* const after_word = static_cast<char*>(original) + kWordBytes;
  const auto address = reinterpret_cast<std::uintptr_t>(after_word);
  char* const payload = after_word + PaddingTo(address, AtLeastAWord(alignment));
  std::memcpy(payload - kWordBytes, &original, kWordBytes);
  return payload;
  // [end 2.2b]
}

void* AllocateAligned(std::size_t bytes, std::size_t alignment, const MemorySource& source) {
  // [exercise 2.2c]
  const std::optional<std::size_t> request = BytesToRequest(bytes, alignment);
  if (!request) return nullptr;
  void* const original = source.acquire(*request);
  return original == nullptr ? nullptr : PlacePayload(original, alignment);
  // [end 2.2c]
}

void* OriginalOf(const void* payload) {
  // [exercise 2.3]
  void* original = nullptr;
  std::memcpy(&original, static_cast<const char*>(payload) - kWordBytes, kWordBytes);
  return original;
  // [end 2.3]
}

void FreeAligned(void* payload, const MemorySource& source) noexcept {
  // [exercise 2.3b]
  if (payload != nullptr) source.release(OriginalOf(payload));
  // [end 2.3b]
}

}  // namespace workbook
