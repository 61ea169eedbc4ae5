#include "pch.h"
//
#include "conformance.h"
#include "registration.h"

namespace workbook::test_support {

struct NaiveTraits {
  static constexpr std::size_t kAlignment = kNaiveAlignment;
  static c10::Allocator& Get() { return SharedNaiveAllocator(); }
};

INSTANTIATE_TYPED_TEST_SUITE_P(Ex1_8, Conformance, NaiveTraits);

}  // namespace workbook::test_support
