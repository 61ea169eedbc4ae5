#include "marks.h"

#include "workbook/not_implemented.h"

#if __has_include(<valgrind/memcheck.h>)
#include <valgrind/memcheck.h>
#define WORKBOOK_HAS_VALGRIND 1
#else
#define WORKBOOK_HAS_VALGRIND 0
#endif

// Weak: null in a process without the address sanitizer's runtime, whatever this file was compiled
// with. ASAN_POISON_MEMORY_REGION of <sanitizer/asan_interface.h> calls the same functions.
extern "C" {
__attribute__((weak)) void __asan_poison_memory_region(const volatile void*, std::size_t);
__attribute__((weak)) void __asan_unpoison_memory_region(const volatile void*, std::size_t);
}

namespace workbook {
namespace {

void AsanClose(const void* begin, std::size_t bytes) { __asan_poison_memory_region(begin, bytes); }
void AsanOpen(const void* begin, std::size_t bytes) { __asan_unpoison_memory_region(begin, bytes); }
constexpr MemoryMarker kAsan{&AsanClose, &AsanOpen, &AsanOpen};

#if WORKBOOK_HAS_VALGRIND
void ValgrindClose(const void* begin, std::size_t bytes) {
  static_cast<void>(VALGRIND_MAKE_MEM_NOACCESS(begin, bytes));
}
void ValgrindFresh(const void* begin, std::size_t bytes) {
  static_cast<void>(VALGRIND_MAKE_MEM_UNDEFINED(begin, bytes));
}
void ValgrindOpen(const void* begin, std::size_t bytes) {
  static_cast<void>(VALGRIND_MAKE_MEM_DEFINED(begin, bytes));
}
constexpr MemoryMarker kValgrind{&ValgrindClose, &ValgrindFresh, &ValgrindOpen};
#endif

}  // namespace

const MemoryMarker* SystemMarker() noexcept {
  if (__asan_poison_memory_region != nullptr) return &kAsan;
#if WORKBOOK_HAS_VALGRIND
  if (RUNNING_ON_VALGRIND != 0) return &kValgrind;
#endif
  return nullptr;
}

void CloseGuards(const MemoryMarker& marker, const BlockBounds& block) {
  // [exercise 4.9]
  marker.no_access(block.original, block.head_bytes());
  marker.no_access(block.tail(), block.tail_bytes());
  // [end 4.9]
}

void OpenGuards(const MemoryMarker& marker, const BlockBounds& block) {
  // [exercise 4.9b]
  marker.defined(block.original, block.head_bytes());
  marker.defined(block.tail(), block.tail_bytes());
  // [end 4.9b]
}

void MarkFresh(const MemoryMarker& marker, const BlockBounds& block) {
  // [exercise 4.9c]
  marker.undefined(block.payload, block.payload_bytes);
  CloseGuards(marker, block);
  // [end 4.9c]
}

void MarkFreed(const MemoryMarker& marker, const BlockBounds& block) {
  // [exercise 4.9d]
  marker.no_access(block.original, block.total_bytes);
  // [end 4.9d]
}

void MarkOpen(const MemoryMarker& marker, const BlockBounds& block) {
  // [exercise 4.9e]
  marker.defined(block.original, block.total_bytes);
  // [end 4.9e]
}

}  // namespace workbook
