#include <gtest/gtest.h>
#include <sys/mman.h>

#include <atomic>
#include <memory>
#include <thread>
#include <vector>

#include "in_words.h"
#include "slab.h"
#include "slab_region.h"

namespace {

using workbook::AddressRange;
using workbook::FindSlab;
using workbook::FreeError;
using workbook::IsBlockStart;
using workbook::kSlabBytes;
using workbook::MarkBack;
using workbook::MarkOut;
using workbook::Slab;
namespace slab_region = workbook::slab_region;

// One slab of 4032-byte blocks: 63 x 64, so that no power of two hides a mistake.
class Ex3_3 : public testing::Test {
 protected:
  static constexpr std::size_t kBlockBytes = 4032;

  void SetUp() override {
    void* const memory = slab_region::Commit();
    ASSERT_NE(memory, nullptr);
    slab_ = workbook::FormatSlab(memory, kBlockBytes, this);
    base_ = reinterpret_cast<char*>(slab_);
  }
  void TearDown() override {
    if (slab_ != nullptr) slab_region::Release(slab_);
  }

  char* Block(std::size_t index) const { return base_ + slab_->first_offset + index * kBlockBytes; }

  Slab* slab_ = nullptr;
  char* base_ = nullptr;
};

TEST_F(Ex3_3, FindsTheSlabOfEachAddressInIt) {
  const AddressRange readable = slab_region::Committed();
  for (const std::size_t offset :
       {std::size_t{0}, std::size_t{1}, std::size_t{4096}, kSlabBytes / 2, kSlabBytes - 1}) {
    EXPECT_EQ(FindSlab(readable, base_ + offset), slab_) << "address: slab + " << offset;
  }
}

TEST_F(Ex3_3, KnowsNoSlabForMemoryOfOthers) {
  const AddressRange readable = slab_region::Committed();
  int on_the_stack = 0;
  const auto on_the_heap = std::make_unique<int>(0);
  EXPECT_EQ(FindSlab(readable, nullptr), nullptr);
  EXPECT_EQ(FindSlab(readable, &on_the_stack), nullptr);
  EXPECT_EQ(FindSlab(readable, on_the_heap.get()), nullptr);
  EXPECT_EQ(FindSlab(readable, reinterpret_cast<void*>(~std::uintptr_t{0})), nullptr);
}

TEST_F(Ex3_3, TheRangeEndsBeforeItsEnd) {
  const auto begin = reinterpret_cast<std::uintptr_t>(base_);
  const AddressRange this_slab{begin, begin + kSlabBytes};
  EXPECT_EQ(FindSlab(this_slab, base_ + kSlabBytes - 1), slab_);
  const AddressRange nothing{begin, begin};
  EXPECT_EQ(FindSlab(nothing, base_), nullptr) << "the end belongs to the range no more";
  const AddressRange later{begin + kSlabBytes, begin + 2 * kSlabBytes};
  EXPECT_EQ(FindSlab(later, base_ + kSlabBytes - 1), nullptr) << "one byte before the range";
}

TEST_F(Ex3_3, NeverReadsOutsideOfTheRange) {
  // Addresses that can't be read at all: whoever looks for a header there crashes.
  void* const forbidden =
      mmap(nullptr, 3 * kSlabBytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  ASSERT_NE(forbidden, MAP_FAILED);
  EXPECT_EQ(FindSlab(slab_region::Committed(), static_cast<char*>(forbidden) + kSlabBytes + 100),
            nullptr);
  munmap(forbidden, 3 * kSlabBytes);
}

TEST_F(Ex3_3, AReleasedSlabBelongsToNobody) {
  void* const memory = slab_region::Commit();
  ASSERT_NE(memory, nullptr);
  Slab* const released = workbook::FormatSlab(memory, 64, this);
  slab_region::Release(released);
  EXPECT_EQ(FindSlab(slab_region::Committed(), static_cast<char*>(memory) + 5000), nullptr)
      << "its addresses can be read, but its header names no owner";
}

TEST_F(Ex3_3, EachBlockStartsWhereItWasCarved) {
  for (std::size_t i = 0; i < slab_->capacity; ++i) {
    ASSERT_TRUE(IsBlockStart(*slab_, Block(i))) << "block " << i;
    ASSERT_FALSE(IsBlockStart(*slab_, Block(i) + 64)) << "64 bytes into block " << i;
  }
}

TEST_F(Ex3_3, NoBlockStartsInTheHeaderOrTheTail) {
  EXPECT_FALSE(IsBlockStart(*slab_, base_)) << "that is the header";
  // A multiple of the block size away from block 0, in front of it.
  const std::size_t first = slab_->first_offset;
  for (std::size_t offset = 0; offset < first; offset += 64)
    EXPECT_FALSE(IsBlockStart(*slab_, base_ + offset))
        << "slab + " << offset << ", block 0 is at +" << first;
  ASSERT_LT(Block(slab_->capacity), base_ + kSlabBytes) << "this size was chosen to leave a tail";
  EXPECT_FALSE(IsBlockStart(*slab_, Block(slab_->capacity))) << "behind the last block";
}

TEST_F(Ex3_3, ABlockThatIsOutComesBackOnce) {
  MarkOut(*slab_, Block(5));
  EXPECT_EQ(MarkBack(*slab_, Block(5)), FreeError::kNone);
  EXPECT_EQ(MarkBack(*slab_, Block(5)), FreeError::kNotOut) << "freed twice";
  MarkOut(*slab_, Block(5));
  EXPECT_EQ(MarkBack(*slab_, Block(5)), FreeError::kNone) << "handed out again, freed again";
}

TEST_F(Ex3_3, ABlockThatWasNeverOutIsRefused) {
  MarkOut(*slab_, Block(5));
  EXPECT_EQ(MarkBack(*slab_, Block(4)), FreeError::kNotOut);
  EXPECT_EQ(MarkBack(*slab_, Block(6)), FreeError::kNotOut);
  EXPECT_EQ(MarkBack(*slab_, Block(5)), FreeError::kNone) << "its neighbours' frees changed it";
}

TEST_F(Ex3_3, AnAddressInsideABlockIsMisaligned) {
  MarkOut(*slab_, Block(5));
  EXPECT_EQ(MarkBack(*slab_, Block(5) + 8), FreeError::kMisaligned);
  EXPECT_EQ(MarkBack(*slab_, Block(5) + 64), FreeError::kMisaligned);
  EXPECT_EQ(MarkBack(*slab_, base_ + 64), FreeError::kMisaligned) << "among the state bytes";
  EXPECT_EQ(MarkBack(*slab_, Block(5)), FreeError::kNone) << "a refused free must change nothing";
}

TEST_F(Ex3_3, OneOfTwoThreadsTakesABlockBack) {
  // Both threads walk over the same blocks at once; each block may come back to one of them only.
  std::atomic<int> taken = 0;
  std::atomic<int> ready = 0;
  for (std::size_t i = 0; i < slab_->capacity; ++i) MarkOut(*slab_, Block(i));
  const auto take_all = [&] {
    ++ready;
    while (ready < 2) std::this_thread::yield();
    for (std::size_t i = 0; i < slab_->capacity; ++i)
      taken += MarkBack(*slab_, Block(i)) == FreeError::kNone ? 1 : 0;
  };
  std::thread other(take_all);
  take_all();
  other.join();
  EXPECT_EQ(taken, static_cast<int>(slab_->capacity))
      << "of " << slab_->capacity << " blocks freed by two threads at once";
}

}  // namespace
