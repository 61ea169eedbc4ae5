#include "pool_allocator.h"

#include <c10/util/Exception.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>
#include <utility>

#include "workbook/not_implemented.h"

namespace workbook {
namespace {

// A deleter gets one pointer and must find everything from it. For a block its address says which
// pool it belongs to. For an upstream's pointer nothing does, and reading around it is not allowed.
// So the deleter itself must know: one function for each upstream, made by a template.
constinit std::array<std::atomic<c10::Allocator*>, kMaxUpstreams> upstreams{};

template <std::size_t index>
void DeleteFor(void* data) {
  FreeByAddress(data, *upstreams[index].load(std::memory_order_acquire));
}

template <std::size_t... index>
constexpr std::array<c10::DeleterFnPtr, kMaxUpstreams> MakeDeleters(
    std::index_sequence<index...> /*unused*/) {
  return {&DeleteFor<index>...};
}

constexpr auto kDeleters = MakeDeleters(std::make_index_sequence<kMaxUpstreams>());

// Finds the upstream's place, or takes the first empty one; without a lock, so that no fork can
// find one held.
c10::DeleterFnPtr DeleterFor(c10::Allocator* upstream) {
  TORCH_CHECK(upstream != nullptr && upstream->raw_deleter() != nullptr,
              "PoolAllocator: the upstream allocator must exist and have a raw_deleter()");
  for (std::size_t i = 0; i < kMaxUpstreams; ++i) {
    c10::Allocator* found = nullptr;
    if (upstreams[i].compare_exchange_strong(found, upstream) || found == upstream)
      return kDeleters[i];
  }
  TORCH_CHECK(false, "PoolAllocator: all ", kMaxUpstreams, " places for upstreams are taken");
}

[[noreturn]] void EndProcess(const void* data, FreeError error) {
  const char* const what = error == FreeError::kMisaligned
                               ? "is inside a pool's slab, but no block starts there"
                               : "is a block that is not in use: freed twice?";
  static_cast<void>(std::fprintf(stderr, "PoolAllocator: bad free: %p %s\n", data, what));
  std::abort();
}

}  // namespace

PoolAllocator::PoolAllocator(std::size_t block_bytes, c10::Allocator* upstream,
                             const PoolOptions& options, OnExhaustion on_exhaustion)
    : pool_(block_bytes, options),
      upstream_(upstream),
      deleter_(DeleterFor(upstream)),
      on_exhaustion_(on_exhaustion) {}

c10::DataPtr PoolAllocator::allocate(std::size_t n) {
  // [exercise 3.8]
  throw NotImplemented("3.8", "The adapter");
  // [end 3.8]
}

void* PoolAllocator::AllocateFromPool(std::size_t n) {
  // [exercise 3.8b]
  throw NotImplemented("3.8b", "The adapter");
  // [end 3.8b]
}

void PoolAllocator::ThrowOutOfMemory(std::size_t n, PoolFailure why) const {
  // [exercise 3.8c]
  throw NotImplemented("3.8c", "The adapter");
  // [end 3.8c]
}

void FreeByAddress(void* data, c10::Allocator& upstream) {
  // [exercise 3.8d]
  ReportNotImplemented("3.8d");
  // [end 3.8d]
}

// Given: chapter 5 is about this path.
void* PoolAllocator::AllocateUpstream(std::size_t n) {
  void* data = nullptr;
  std::string reason = "it returned null";
  try {
    data = upstream_->raw_allocate(n);
  } catch (const std::exception& error) {  // PyTorch's default throws a plain RuntimeError
    reason = error.what();
  }
  TORCH_CHECK_WITH(OutOfMemoryError, data != nullptr, "PoolAllocator: cannot allocate ", n,
                   " bytes from the upstream allocator: ", reason);
  upstream_allocations_.fetch_add(1, std::memory_order_relaxed);
  return data;
}

}  // namespace workbook
