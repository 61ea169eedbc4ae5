#include "pch.h"
// The precompiled header comes first.
#include "conformance.h"
#include "pool_allocator.h"

namespace {

struct PoolTraits {
  static constexpr std::size_t kAlignment = workbook::kBlockAlignment;
  static c10::Allocator& Get() {
    static auto& allocator =
        *new workbook::PoolAllocator(4096, c10::GetDefaultCPUAllocator(), {.max_slabs = 64});
    return allocator;
  }
};

}  // namespace

namespace workbook::test_support {
INSTANTIATE_TYPED_TEST_SUITE_P(Ex3_8, Conformance, PoolTraits);
}  // namespace workbook::test_support
