#include "pch.h"
// The precompiled header comes first.
#include "conformance.h"
#include "debug_allocator.h"

namespace {

struct EverythingTraits {
  static constexpr std::size_t kAlignment = 64;
  static c10::Allocator& Get() {
    static auto& allocator = *new workbook::DebugAllocator(c10::GetDefaultCPUAllocator());
    return allocator;
  }
};

}  // namespace

namespace workbook::test_support {
INSTANTIATE_TYPED_TEST_SUITE_P(Ex4_milestone, Conformance, EverythingTraits);
}  // namespace workbook::test_support
