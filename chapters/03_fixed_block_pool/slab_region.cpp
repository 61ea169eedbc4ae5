#include "slab_region.h"

#include <sys/mman.h>

#include <type_traits>

#include "workbook/not_implemented.h"

namespace workbook::slab_region {
namespace {

// Only addresses, so generous; a machine that limits them gets what it allows.
constexpr std::size_t kMostBytes = std::size_t{64} << 30;
constexpr std::size_t kLeastBytes = std::size_t{1} << 30;

struct Region {
  // The first two are read by every free, the rest changes under the lock: two cache lines.
  std::atomic<std::uintptr_t> begin = 0;
  std::atomic<std::uintptr_t> end = 0;
  alignas(64) std::mutex mutex;
  std::uintptr_t reserved_end = 0;
  Slab* released = nullptr;
};

// Ready before any static initialiser runs, and never destroyed: tensors are freed after the
// destructors of static objects have run.
constinit Region region;
static_assert(std::is_trivially_destructible_v<Region>);

bool Reserve() noexcept {
  for (std::size_t bytes = kMostBytes; bytes >= kLeastBytes; bytes /= 2) {
    void* const memory = mmap(nullptr, bytes + kSlabBytes, PROT_NONE,
                              MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) continue;
    const auto start = reinterpret_cast<std::uintptr_t>(memory);
    const std::uintptr_t begin = (start + kSlabBytes - 1) & ~(kSlabBytes - 1);
    region.reserved_end = begin + bytes;
    region.begin.store(begin, std::memory_order_relaxed);
    region.end.store(begin, std::memory_order_release);
    return true;
  }
  return false;
}

void* TakeReleased() noexcept {
  Slab* const slab = region.released;
  region.released = slab->next;
  slab->next = nullptr;  // the only byte that is not zero
  return slab;
}

}  // namespace

void* Commit() noexcept {
  const std::lock_guard lock(region.mutex);
  if (region.released != nullptr) return TakeReleased();
  if (region.reserved_end == 0 && !Reserve()) return nullptr;
  const std::uintptr_t at = region.end.load(std::memory_order_relaxed);
  if (at + kSlabBytes > region.reserved_end) return nullptr;
  auto* const memory = reinterpret_cast<void*>(at);  // NOLINT(performance-no-int-to-ptr)
  if (mprotect(memory, kSlabBytes, PROT_READ | PROT_WRITE) != 0) return nullptr;
  region.end.store(at + kSlabBytes, std::memory_order_release);
  return memory;
}

void Release(Slab* slab) noexcept {
  const std::lock_guard lock(region.mutex);
  slab->owner.store(nullptr, std::memory_order_release);
  // From here on its pages read as zero, header included, and cost nothing …
  madvise(slab, kSlabBytes, MADV_DONTNEED);
  // … but for the one page that this link brings back.
  slab->next = region.released;
  region.released = slab;
}

AddressRange Committed() noexcept {
  const std::uintptr_t end = region.end.load(std::memory_order_acquire);
  return {region.begin.load(std::memory_order_relaxed), end};
}

std::mutex& Mutex() noexcept { return region.mutex; }

}  // namespace workbook::slab_region
