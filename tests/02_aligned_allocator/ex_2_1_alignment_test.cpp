#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <random>

#include "alignment.h"

namespace workbook {
namespace {

constexpr std::size_t kMax = std::numeric_limits<std::size_t>::max();
constexpr std::size_t kHighest = std::size_t{1} << 63;

TEST(Ex2_1, RoundsUpToTheNextMultiple) {
  struct Row {
    std::size_t bytes, alignment, expected;
  };
  for (const Row& row : {Row{1, 64, 64}, Row{63, 64, 64}, Row{65, 64, 128}, Row{100, 16, 112},
                         Row{4097, 4096, 8192}, Row{300, 256, 512}}) {
    EXPECT_EQ(AlignUp(row.bytes, row.alignment), row.expected)
        << "AlignUp(" << row.bytes << ", " << row.alignment << ")";
  }
}

TEST(Ex2_1, LeavesAMultipleAsItIs) {
  for (std::size_t alignment = 1; alignment <= 4096; alignment *= 2) {
    EXPECT_EQ(AlignUp(0, alignment), 0u) << "zero is a multiple of " << alignment;
    EXPECT_EQ(AlignUp(3 * alignment, alignment), 3 * alignment)
        << "already a multiple of " << alignment << ": nothing to add";
  }
}

TEST(Ex2_1, KnowsEveryPowerOfTwoAndNothingElse) {
  for (std::size_t power = 1; power != 0; power *= 2) {
    EXPECT_TRUE(IsPowerOfTwo(power)) << power;
    if (power >= 4) {
      EXPECT_FALSE(IsPowerOfTwo(power - 1)) << power - 1;
      EXPECT_FALSE(IsPowerOfTwo(power + 1)) << power + 1;
      EXPECT_FALSE(IsPowerOfTwo(power + power / 2)) << power + power / 2;
    }
  }
  EXPECT_FALSE(IsPowerOfTwo(kMax)) << kMax;
}

TEST(Ex2_1, ZeroIsNotAPowerOfTwo) {
  EXPECT_FALSE(IsPowerOfTwo(0)) << "no block can lie at a multiple of zero";
}

TEST(Ex2_1, PadsByLessThanTheAlignment) {
  for (std::size_t alignment = 1; alignment <= 256; alignment *= 2) {
    for (std::uintptr_t address = 0; address <= 600; ++address) {
      const std::size_t padding = PaddingTo(address, alignment);
      ASSERT_LT(padding, alignment) << "address " << address << ", alignment " << alignment;
      ASSERT_EQ((address + padding) % alignment, 0u)
          << "address " << address << " + padding " << padding << " is not a multiple of "
          << alignment;
    }
  }
}

TEST(Ex2_1, PadsTheHighestAddresses) {
  EXPECT_EQ(PaddingTo(kMax, 64), 1u) << "the last byte lies 1 below a multiple of 64 (2^64)";
  EXPECT_EQ(PaddingTo(kMax - 63, 64), 0u);
  EXPECT_EQ(PaddingTo(1, kHighest), kHighest - 1);
}

TEST(Ex2_1, RefusesASizeThatWouldWrapAround) {
  EXPECT_EQ(AlignUp(kMax, 64), std::nullopt) << "2^64 doesn't fit in a size_t";
  EXPECT_EQ(AlignUp(kMax - 62, 64), std::nullopt) << "the multiple above it is 2^64";
  EXPECT_EQ(AlignUp(kHighest + 1, kHighest), std::nullopt);
}

TEST(Ex2_1, AcceptsTheLargestSizeThatFits) {
  EXPECT_EQ(AlignUp(kMax - 63, 64), kMax - 63) << "itself a multiple of 64: nothing overflows";
  EXPECT_EQ(AlignUp(kMax - 64, 64), kMax - 63);
  EXPECT_EQ(AlignUp(kMax, 1), kMax) << "every number is a multiple of 1";
}

TEST(Ex2_1, AgreesWithDivisionOnRandomNumbers) {
  std::mt19937_64 random(20);
  for (int i = 0; i < 10'000; ++i) {
    const std::size_t alignment = std::size_t{1} << (random() % 40);
    const std::size_t bytes = random() >> (random() % 60);
    const std::size_t units = bytes / alignment + (bytes % alignment != 0 ? 1 : 0);
    if (units > kMax / alignment) {
      ASSERT_EQ(AlignUp(bytes, alignment), std::nullopt) << bytes << ", " << alignment;
    } else {
      ASSERT_EQ(AlignUp(bytes, alignment), units * alignment) << bytes << ", " << alignment;
    }
  }
}

}  // namespace
}  // namespace workbook
