#include "pch.h"
// The precompiled header comes first.
#include "conformance.h"
#include "hybrid_allocator.h"

namespace {

struct HybridTraits {
  static constexpr std::size_t kAlignment = workbook::kGranuleBytes;
  static c10::Allocator& Get() {
    static auto& allocator = *new workbook::HybridAllocator(c10::GetDefaultCPUAllocator());
    return allocator;
  }
};

}  // namespace

namespace workbook::test_support {
INSTANTIATE_TYPED_TEST_SUITE_P(Ex5_7, Conformance, HybridTraits);
}  // namespace workbook::test_support
