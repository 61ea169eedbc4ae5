#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <random>

#include "alignment.h"
#include "in_words.h"

namespace workbook {
namespace {

using testing::InWords;

constexpr std::size_t kMax = std::numeric_limits<std::size_t>::max();
constexpr std::size_t kHighest = std::size_t{1} << 63;

TEST(Ex2_1, KnowsEveryPowerOfTwoAndNothingElse) {
  for (std::size_t power = 1; power != 0; power *= 2) {
    ASSERT_TRUE(IsPowerOfTwo(power)) << InWords(power);
    if (power < 4) continue;
    for (const std::size_t other : {power - 1, power + 1, power + power / 2}) {
      ASSERT_FALSE(IsPowerOfTwo(other)) << InWords(other);
    }
  }
  EXPECT_FALSE(IsPowerOfTwo(kMax)) << InWords(kMax);
}

TEST(Ex2_1, ZeroIsNotAPowerOfTwo) {
  EXPECT_FALSE(IsPowerOfTwo(0)) << "no block can lie at a multiple of zero";
}

TEST(Ex2_1, AMultipleNeedsNoPadding) {
  for (std::size_t alignment = 1; alignment <= 4096; alignment *= 2) {
    ASSERT_EQ(PaddingTo(0, alignment), 0u)
        << "PaddingTo(0, " << alignment << "): zero is a multiple, nothing to add";
    ASSERT_EQ(PaddingTo(3 * alignment, alignment), 0u)
        << "PaddingTo(" << 3 * alignment << ", " << alignment << "): a multiple, nothing to add";
  }
}

TEST(Ex2_1, PadsByLessThanTheAlignment) {
  for (std::size_t alignment = 1; alignment <= 256; alignment *= 2) {
    for (std::uintptr_t address = 0; address <= 600; ++address) {
      const std::size_t padding = PaddingTo(address, alignment);
      ASSERT_EQ((address + padding) % alignment, 0u)
          << "PaddingTo(" << address << ", " << alignment << ") is " << InWords(padding)
          << ", and the sum is no multiple of " << alignment;
      ASSERT_LT(padding, alignment) << "PaddingTo(" << address << ", " << alignment << ")";
    }
  }
}

TEST(Ex2_1, PadsTheHighestAddresses) {
  EXPECT_EQ(InWords(PaddingTo(kMax, 64)), "1")
      << "the last byte lies 1 below a multiple of 64 (2^64)";
  EXPECT_EQ(InWords(PaddingTo(kMax - 63, 64)), "0") << "2^64 - 64 is a multiple of 64";
  EXPECT_EQ(InWords(PaddingTo(1, kHighest)), "2^63 - 1");
}

TEST(Ex2_1, RoundsUpToTheNextMultiple) {
  struct Row {
    std::size_t bytes, alignment, expected;
  };
  for (const Row& row : {Row{1, 64, 64}, Row{63, 64, 64}, Row{65, 64, 128}, Row{100, 16, 112},
                         Row{4097, 4096, 8192}, Row{300, 256, 512}}) {
    ASSERT_EQ(InWords(AlignUp(row.bytes, row.alignment)), InWords(row.expected))
        << "AlignUp(" << row.bytes << ", " << row.alignment << ")";
  }
}

TEST(Ex2_1, LeavesAMultipleAsItIs) {
  for (std::size_t alignment = 1; alignment <= 4096; alignment *= 2) {
    ASSERT_EQ(InWords(AlignUp(0, alignment)), "0") << "zero is a multiple of " << alignment;
    ASSERT_EQ(InWords(AlignUp(3 * alignment, alignment)), InWords(3 * alignment))
        << "already a multiple of " << alignment << ": nothing to add";
  }
}

TEST(Ex2_1, RefusesASizeThatWouldWrapAround) {
  EXPECT_EQ(InWords(AlignUp(kMax, 64)), "nothing")
      << "AlignUp(2^64 - 1, 64): 2^64 doesn't fit in a size_t";
  EXPECT_EQ(InWords(AlignUp(kMax - 62, 64)), "nothing")
      << "AlignUp(2^64 - 63, 64): the multiple above it is 2^64";
  EXPECT_EQ(InWords(AlignUp(kHighest + 1, kHighest)), "nothing")
      << "AlignUp(2^63 + 1, 2^63): the multiple above it is 2^64";
}

TEST(Ex2_1, AcceptsTheLargestSizeThatFits) {
  EXPECT_EQ(InWords(AlignUp(kMax - 63, 64)), "2^64 - 64")
      << "AlignUp(2^64 - 64, 64): itself a multiple of 64, nothing overflows";
  EXPECT_EQ(InWords(AlignUp(kMax - 64, 64)), "2^64 - 64") << "AlignUp(2^64 - 65, 64)";
  EXPECT_EQ(InWords(AlignUp(kMax, 1)), "2^64 - 1") << "every number is a multiple of 1";
}

TEST(Ex2_1, AgreesWithDivisionOnRandomNumbers) {
  std::mt19937_64 random(20);
  for (int i = 0; i < 10'000; ++i) {
    const std::size_t alignment = std::size_t{1} << (random() % 40);
    const std::size_t bytes = random() >> (random() % 60);
    const std::size_t units = bytes / alignment + (bytes % alignment != 0 ? 1 : 0);
    if (units > kMax / alignment) {
      ASSERT_EQ(InWords(AlignUp(bytes, alignment)), "nothing")
          << "AlignUp(" << InWords(bytes) << ", " << alignment << ")";
    } else {
      ASSERT_EQ(InWords(AlignUp(bytes, alignment)), InWords(units * alignment))
          << "AlignUp(" << InWords(bytes) << ", " << alignment << ")";
    }
  }
}

}  // namespace
}  // namespace workbook
