#include "pch.h"
//
#include <ATen/ops/_lazy_clone.h>

#include "draw.h"
#include "naive_allocator.h"
#include "pattern.h"
#include "scoped_swap.h"

namespace workbook {
namespace {

using test_support::DrawBytes;
using test_support::FillPattern;
using test_support::FirstMismatch;
using test_support::PatternByte;

NaiveAllocator& Allocator() {
  static auto* const allocator = new NaiveAllocator;
  return *allocator;
}

c10::DataPtr Filled(std::size_t bytes, std::size_t seed) {
  c10::DataPtr pointer = Allocator().allocate(bytes);
  FillPattern(pointer.mutable_get(), bytes, seed);
  return pointer;
}

testing::AssertionResult Holds(const void* block, std::size_t bytes, std::size_t seed) {
  const std::size_t at = FirstMismatch(block, bytes, seed);
  if (at == bytes) return testing::AssertionSuccess();
  return testing::AssertionFailure() << "byte +" << at << " of " << bytes << " is wrong\n"
                                     << DrawBytes(block, bytes, at, PatternByte(seed, at));
}

TEST(Ex1_5, CopiesToTheDestination) {
  const c10::DataPtr source = Filled(64, 1);
  c10::DataPtr destination = Filled(64, 2);
  Allocator().copy_data(destination.mutable_get(), source.get(), 64);
  EXPECT_TRUE(Holds(destination.get(), 64, 1)) << "in the destination";
}

TEST(Ex1_5, LeavesTheSourceAlone) {
  const c10::DataPtr source = Filled(64, 1);
  c10::DataPtr destination = Filled(64, 2);
  Allocator().copy_data(destination.mutable_get(), source.get(), 64);
  EXPECT_TRUE(Holds(source.get(), 64, 1)) << "in the source";
}

TEST(Ex1_5, CopiesEveryCount) {
  for (std::size_t count = 0; count <= 300; ++count) {
    const c10::DataPtr source = Filled(300, 1);
    c10::DataPtr destination = Filled(300, 2);
    Allocator().copy_data(destination.mutable_get(), source.get(), count);
    ASSERT_TRUE(Holds(destination.get(), count, 1)) << "copy_data(…, " << count << ")";
  }
}

TEST(Ex1_5, WritesNothingBehindTheCount) {
  const c10::DataPtr source = Filled(64, 1);
  c10::DataPtr destination = Filled(64, 1);
  auto* bytes = static_cast<unsigned char*>(destination.mutable_get());
  std::memset(bytes, 0xEE, 64);
  Allocator().copy_data(bytes, source.get(), 37);
  for (std::size_t i = 37; i < 64; ++i) {
    ASSERT_EQ(bytes[i], 0xEE) << "copy_data(…, 37) wrote behind its 37 bytes\n"
                              << DrawBytes(bytes, 64, i, 0xEE);
  }
}

TEST(Ex1_5, CopiesZerosToo) {
  const std::array<unsigned char, 6> source{1, 0, 2, 0, 0, 3};
  c10::DataPtr destination = Filled(6, 9);
  Allocator().copy_data(destination.mutable_get(), source.data(), source.size());
  EXPECT_EQ(std::memcmp(destination.get(), source.data(), source.size()), 0)
      << "a copy that stops at the first zero byte is a string's, not a block's";
}

TEST(Ex1_5, CopiesBetweenPlacesInsideBlocks) {
  const c10::DataPtr source = Filled(64, 1);
  c10::DataPtr destination = Filled(64, 2);
  Allocator().copy_data(static_cast<char*>(destination.mutable_get()) + 3, source.get(), 61);
  EXPECT_TRUE(Holds(static_cast<const char*>(destination.get()) + 3, 61, 1));
}

TEST(Ex1_5, NoBytesMayComeFromNowhere) {
  Allocator().copy_data(nullptr, nullptr, 0);
  EXPECT_EQ(Allocator().clone(nullptr, 0).get(), nullptr);
}

TEST(Ex1_5, CloneMakesABlockOfItsOwn) {
  const c10::DataPtr source = Filled(333, 1);
  c10::DataPtr copy = Allocator().clone(source.get(), 333);
  ASSERT_NE(copy.get(), source.get());
  EXPECT_TRUE(Holds(copy.get(), 333, 1));
  EXPECT_EQ(Allocator().BlockBytes(copy), 333U);
}

TEST(Ex1_5, CloneMayTakeTheFrontOfABlock) {
  const c10::DataPtr source = Filled(4096, 1);
  const c10::DataPtr copy = Allocator().clone(source.get(), 10);
  EXPECT_TRUE(Holds(copy.get(), 10, 1));
  EXPECT_EQ(Allocator().BlockBytes(copy), 10U);
}

TEST(Ex1_5, ALazyCloneIsCopiedByTheFirstWrite) {
  const test_support::ScopedSwap swap(Allocator());
  const at::Tensor original = at::arange(500, at::kInt);
  at::Tensor lazy = at::_lazy_clone(original);
  lazy.add_(1);
  EXPECT_TRUE(original.equal(at::arange(500, at::kInt)));
  EXPECT_TRUE(lazy.equal(at::arange(1, 501, at::kInt)))
      << "PyTorch calls copy_data when a lazily cloned tensor is first written";
}

}  // namespace
}  // namespace workbook
