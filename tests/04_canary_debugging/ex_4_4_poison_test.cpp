#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <vector>

#include "poison.h"
#include "test_heap.h"

namespace {

using workbook::BlockBounds;
using workbook::CheckFreed;
using workbook::Damage;
using workbook::DamagedPart;
using workbook::FillPattern;
using workbook::FirstOffPattern;
using workbook::kFreedPattern;
using workbook::kFreshPattern;
using workbook::testing::TestHeap;

using Bytes = std::vector<unsigned char>;

TEST(Ex4_4, WritesThePatternOverAndOver) {
  Bytes memory(12, 0);
  FillPattern(memory.data(), 12, 0x7fedbeef);
  EXPECT_EQ(memory, (Bytes{0xef, 0xbe, 0xed, 0x7f, 0xef, 0xbe, 0xed, 0x7f, 0xef, 0xbe, 0xed, 0x7f}))
      << "the lowest byte of a number comes first on this processor";
}

TEST(Ex4_4, WritesALastPieceAndNothingBehindIt) {
  for (std::size_t bytes = 0; bytes <= 17; ++bytes) {
    for (std::size_t shift = 0; shift < 4; ++shift) {
      Bytes memory(32, 0x11);
      FillPattern(memory.data() + shift, bytes, kFreedPattern);
      Bytes wanted(32, 0x11);
      for (std::size_t i = 0; i < bytes; ++i)
        wanted[shift + i] = static_cast<unsigned char>(kFreedPattern >> (8 * (i % 4)));
      ASSERT_EQ(memory, wanted) << bytes << " bytes from an address of " << shift << " mod 4";
    }
  }
  FillPattern(nullptr, 0, kFreedPattern);
}

template <typename Number>
Number Read(std::uint32_t pattern) {
  unsigned char memory[8];
  FillPattern(memory, sizeof(memory), pattern);
  Number number;
  std::memcpy(&number, memory, sizeof(number));
  return number;
}

TEST(Ex4_4, IsANumberThatStandsOut) {
  EXPECT_TRUE(std::isnan(Read<float>(kFreshPattern)));
  EXPECT_GT(Read<double>(kFreshPattern), 1e308) << "PyTorch's junk is no NaN as a double";
  EXPECT_TRUE(std::isnan(Read<float>(kFreedPattern)));
  EXPECT_TRUE(std::isnan(Read<double>(kFreedPattern)));
  EXPECT_GT(Read<std::int64_t>(kFreshPattern), std::int64_t{1} << 62);
}

TEST(Ex4_4, FindsTheFirstByteOffThePattern) {
  for (std::size_t bytes = 0; bytes <= 40; ++bytes) {
    Bytes memory(bytes + 1, 0x11);
    FillPattern(memory.data(), bytes, kFreedPattern);
    ASSERT_EQ(FirstOffPattern(memory.data(), bytes, kFreedPattern), bytes);
    for (std::size_t bad = 0; bad < bytes; ++bad) {
      memory[bad] ^= 0x10;
      ASSERT_EQ(FirstOffPattern(memory.data(), bytes, kFreedPattern), bad)
          << "byte " << bad << " of " << bytes << " was changed";
      memory[bad] ^= 0x10;
    }
  }
}

TEST(Ex4_4, TheOrderOfThePatternsBytesCounts) {
  Bytes memory(16);
  FillPattern(memory.data(), 16, kFreedPattern);
  std::memmove(memory.data() + 1, memory.data(), 15);
  EXPECT_EQ(FirstOffPattern(memory.data(), 16, kFreedPattern), 1U) << "shifted by one byte";
}

TEST(Ex4_4, DamageOfAFreedBlockIsCountedInItsPayloadOnly) {
  Bytes memory(400, 0x11);
  const BlockBounds block{memory.data(), 400, memory.data() + 100, 200};
  FillPattern(block.payload, 200, kFreedPattern);
  EXPECT_FALSE(CheckFreed(block));
  std::memset(block.payload + 40, 0, 8);
  block.payload[199] = 0;
  const Damage damage = CheckFreed(block);
  EXPECT_EQ(damage.part, DamagedPart::kFreedPayload);
  EXPECT_EQ(damage.offset, 40);
  EXPECT_EQ(damage.bytes, 9U) << "eight bytes and the last one";
}

TEST(Ex4_4_Heap, AFreshPayloadIsPyTorchsJunk) {
  TestHeap heap({.poison = true});
  for (const std::size_t bytes : {1U, 4U, 30U, 1001U}) {
    unsigned char* const payload = heap.Allocate(bytes);
    EXPECT_EQ(FirstOffPattern(payload, bytes, kFreshPattern), bytes);
    TestHeap::Free(payload);
  }
  EXPECT_EQ(heap.Findings().size(), 0U) << heap.Reports() << "\nthe guards were overwritten";
}

TEST(Ex4_4_Heap, AFreedPayloadIsOverwrittenBeforeItGoesBack) {
  TestHeap heap({.poison = true});
  unsigned char* const payload = heap.Allocate(100);
  std::memset(payload, 1, 100);
  TestHeap::Free(payload);
  const Bytes& last = heap.upstream().last_contents();
  std::size_t at = 0;
  while (at < last.size() && last[at] == workbook::kHeadByte) ++at;
  ASSERT_LE(at + 100, last.size());
  EXPECT_EQ(FirstOffPattern(last.data() + at, 100, kFreedPattern), 100U)
      << "what was in the payload can be read on by whoever kept a pointer";
}

TEST(Ex4_4_Heap, WithoutPoisonNothingIsWritten) {
  TestHeap heap;
  unsigned char* const payload = heap.Allocate(100);
  std::memset(payload, 1, 100);
  TestHeap::Free(payload);
  const Bytes& last = heap.upstream().last_contents();
  EXPECT_EQ(std::count(last.begin(), last.end(), 1), 100);
}

}  // namespace
