// Chapter 3: the standard cases with one pool of 4 KiB blocks, two threads, and the churn.
#include <c10/core/CPUAllocator.h>

#include "bench.h"
#include "churn.h"
#include "pool_allocator.h"

namespace {

workbook::PoolAllocator& Allocator(std::size_t block_bytes) {
  return *new workbook::PoolAllocator(block_bytes, c10::GetDefaultCPUAllocator());
}

workbook::bench::Subject Stage(std::size_t block_bytes) {
  const auto allocator = [block_bytes]() -> workbook::PoolAllocator& {
    static auto& small = Allocator(4096);
    static auto& large = Allocator(std::size_t{32} << 10);
    return block_bytes == 4096 ? small : large;
  };
  return {.who = "stage",
          .allocator = [allocator] { return &allocator(); },
          .reserved_bytes = [allocator] { return allocator().pool().Statistics().reserved_bytes; }};
}

// The same pool without thread caches: what every call pays for the lock.
workbook::bench::Subject Locked() {
  return {.who = "locked", .allocator = [] {
            static auto* const allocator = new workbook::PoolAllocator(
                4096, c10::GetDefaultCPUAllocator(), {.caching = workbook::Caching::kOff});
            return allocator;
          }};
}

}  // namespace

namespace workbook::bench {

void RegisterCases() {
  for (const Subject& subject : {Default(), Stage(4096)}) {
    RegisterAllocateFree(subject, {64, 4096}, {1, 2});
    RegisterLiveBatch(subject, {512, 4096});
    for (const std::size_t least_bytes : {64, 4096}) RegisterChurn(subject, least_bytes);
  }
  RegisterAllocateFree(Locked(), {4096}, {1, 2});
  for (const Subject& subject : {Default(), Stage(std::size_t{32} << 10)}) {
    RegisterTrainingStep(subject);
  }
}

}  // namespace workbook::bench
