#include <gtest/gtest.h>

#include <cstring>
#include <memory>

#include "draw.h"
#include "slab.h"

namespace {

using workbook::BlocksPerSlab;
using workbook::CarveBlock;
using workbook::FirstBlockOffset;
using workbook::FormatSlab;
using workbook::kMaxBlockBytes;
using workbook::kSlabBytes;
using workbook::Slab;
using workbook::test_support::DrawLayout;

// Zeroed memory of a slab's size at a multiple of a slab's size.
struct FreeDeleter {
  void operator()(void* memory) const { std::free(memory); }
};
using SlabMemory = std::unique_ptr<void, FreeDeleter>;

SlabMemory MakeSlabMemory() {
  SlabMemory memory(std::aligned_alloc(kSlabBytes, kSlabBytes));
  std::memset(memory.get(), 0, kSlabBytes);
  return memory;
}

std::size_t OffsetIn(const Slab& slab, const void* block) {
  return static_cast<std::size_t>(static_cast<const char*>(block) -
                                  reinterpret_cast<const char*>(&slab));
}

std::string Layout(std::size_t block_bytes, std::size_t capacity) {
  return DrawLayout({{"header", sizeof(Slab)},
                     {"state bytes", capacity},
                     {std::to_string(capacity) + " blocks of " + std::to_string(block_bytes),
                      capacity * block_bytes}});
}

TEST(Ex3_1, BlockZeroLiesBehindHeaderAndStateBytesAtAMultipleOf64) {
  EXPECT_EQ(FirstBlockOffset(1), 128U) << "64 of header + 1 state byte, rounded up";
  EXPECT_EQ(FirstBlockOffset(64), 128U) << "64 + 64 is a multiple already";
  EXPECT_EQ(FirstBlockOffset(65), 192U);
  EXPECT_EQ(FirstBlockOffset(1000), 1088U) << "64 + 1000 rounded up";
}

TEST(Ex3_1, HoldsAsManyBlocksAsFit) {
  for (std::size_t block_bytes = 64; block_bytes <= 100'000; block_bytes += 64) {
    const std::size_t capacity = BlocksPerSlab(block_bytes);
    const auto end = [block_bytes](std::size_t n) {
      return (64 + n + 63) / 64 * 64 + n * block_bytes;
    };
    ASSERT_LE(end(capacity), kSlabBytes)
        << capacity << " blocks end behind the slab: " << Layout(block_bytes, capacity);
    ASSERT_GT(end(capacity + 1), kSlabBytes)
        << "one more block would fit: " << Layout(block_bytes, capacity);
  }
}

TEST(Ex3_1, HoldsOneOfTheLargestBlocks) {
  EXPECT_EQ(BlocksPerSlab(kMaxBlockBytes), 1U);
  EXPECT_EQ(BlocksPerSlab(std::size_t{1} << 20), 3U) << "the header takes the place of the fourth";
}

TEST(Ex3_1, TheHeaderSaysWhatTheSlabHolds) {
  const SlabMemory memory = MakeSlabMemory();
  std::memset(memory.get(), 0xA5, sizeof(Slab));  // whoever had the memory before left something
  int pool = 0;
  const Slab* const slab = FormatSlab(memory.get(), 4096, &pool);
  ASSERT_EQ(slab, memory.get()) << "the header stands at the slab's first byte";
  EXPECT_EQ(slab->owner.load(), &pool);
  EXPECT_EQ(slab->block_bytes, 4096U);
  EXPECT_EQ(slab->capacity, 1023U);
  EXPECT_EQ(slab->first_offset, 1088U);
  EXPECT_EQ(slab->carved, 0U) << "nothing is handed out yet";
  EXPECT_EQ(slab->next, nullptr);
}

TEST(Ex3_1, WritesTheHeaderAndNothingElse) {
  // Zeros written over zeros would not be seen, and would cost a page all the same.
  constexpr char kUntouched = 0x5a;
  const SlabMemory memory = MakeSlabMemory();
  auto* const bytes = static_cast<char*>(memory.get());
  std::memset(bytes + sizeof(Slab), kUntouched, kSlabBytes - sizeof(Slab));
  int pool = 0;
  FormatSlab(memory.get(), 4096, &pool);
  for (std::size_t i = sizeof(Slab); i < kSlabBytes; ++i) {
    ASSERT_EQ(bytes[i], kUntouched)
        << "byte +" << i << " was written: the kernel must now back its page "
        << "with memory, though nobody uses it";
  }
}

TEST(Ex3_1, CarvesBlocksInTheOrderOfAddressesFromBlockZero) {
  const SlabMemory memory = MakeSlabMemory();
  int pool = 0;
  Slab* const slab = FormatSlab(memory.get(), 192, &pool);
  for (std::size_t i = 0; i < 10; ++i) {
    void* const block = CarveBlock(*slab);
    ASSERT_NE(block, nullptr) << "block " << i << " of " << slab->capacity;
    EXPECT_EQ(OffsetIn(*slab, block), slab->first_offset + i * 192) << "block " << i;
    EXPECT_EQ(slab->carved, i + 1);
  }
}

TEST(Ex3_1, EndsAfterTheLastBlock) {
  const SlabMemory memory = MakeSlabMemory();
  int pool = 0;
  Slab* const slab = FormatSlab(memory.get(), std::size_t{1} << 20, &pool);
  std::size_t last = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    void* const block = CarveBlock(*slab);
    ASSERT_NE(block, nullptr) << "the slab holds 3 blocks, this is number " << i + 1;
    last = OffsetIn(*slab, block);
  }
  EXPECT_LE(last + (std::size_t{1} << 20), kSlabBytes) << "the last block ends behind the slab";
  EXPECT_EQ(CarveBlock(*slab), nullptr) << "a fourth block out of a slab of three";
  EXPECT_EQ(CarveBlock(*slab), nullptr) << "and a fifth";
  EXPECT_EQ(slab->carved, 3U);
}

}  // namespace
