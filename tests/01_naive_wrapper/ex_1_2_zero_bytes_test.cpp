#include "pch.h"
//
#include "naive_allocator.h"
#include "naive_blocks.h"
#include "scoped_swap.h"

namespace workbook {
namespace {

// Registered for a while in these tests, so it lives for good.
NaiveAllocator& Allocator() {
  static auto* const allocator = new NaiveAllocator;
  return *allocator;
}

TEST(Ex1_2, ZeroBytesHaveNoData) {
  const c10::DataPtr empty = Allocator().allocate(0);
  EXPECT_EQ(empty.get(), nullptr) << "allocate(0) handed out memory; an empty block has none";
}

TEST(Ex1_2, ZeroBytesHaveNoContext) {
  const c10::DataPtr empty = Allocator().allocate(0);
  EXPECT_EQ(empty.get_context(), nullptr)
      << "allocate(0) has something to free; PyTorch promises data == context";
}

TEST(Ex1_2, ZeroBytesLiveOnTheCpu) {
  EXPECT_EQ(Allocator().allocate(0).device(), c10::Device(c10::DeviceType::CPU));
}

TEST(Ex1_2, ZeroBytesCarryTheDeleterOfEveryOtherBlock) {
  const c10::DataPtr empty = Allocator().allocate(0);
  const c10::DataPtr full = Allocator().allocate(8);
  EXPECT_EQ(empty.get_deleter(), full.get_deleter())
      << "one function must serve every block of an allocator, empty ones too";
}

TEST(Ex1_2, TheDeleterDoesNothingForNull) {
  const c10::DataPtr full = Allocator().allocate(8);
  EXPECT_EXIT(
      {
        full.get_deleter()(nullptr);
        std::_Exit(0);
      },
      testing::ExitedWithCode(0), "")
      << "the deleter was called with null, as raw_deallocate(nullptr) does, and the process did\n"
      << "not survive it: DeleteBlock must return at once, before it looks for a header";
}

TEST(Ex1_2, OneByteIsABlock) {
  const c10::DataPtr one = Allocator().allocate(1);
  ASSERT_NE(one.get(), nullptr);
  EXPECT_EQ(test_support::HeaderBefore(one.get())->payload_bytes, 1U);
}

TEST(Ex1_2, EmptyTensorsGrowLater) {
  const test_support::ScopedSwap swap(Allocator());
  at::Tensor tensor = at::empty({0}, at::kInt);
  EXPECT_EQ(tensor.data_ptr(), nullptr);
  EXPECT_EQ(tensor.nbytes(), 0U);
  tensor.resize_({100}).fill_(7);
  EXPECT_EQ(tensor.sum().item<std::int64_t>(), 700);
}

TEST(Ex1_2, EmptyTensorsTakePartInComputations) {
  const test_support::ScopedSwap swap(Allocator());
  EXPECT_EQ(at::cat({at::empty({0}), at::ones({3})}).numel(), 3);
  EXPECT_EQ(at::mm(at::empty({2, 0}), at::empty({0, 2})).sum().item<float>(), 0.0F);
}

}  // namespace
}  // namespace workbook
