#include <gtest/gtest.h>

#include <set>

#include "brute_force.h"
#include "layout.h"

namespace workbook {
namespace {

using testing::BytesRead;
using testing::Describe;
using testing::RandomNest;
using testing::UnitsOf;
using Numbers = std::vector<std::uintptr_t>;

TEST(Ex2_7, AStreamTouchesEachLineOnce) {
  const LoopNest stream{0, 4, {{32, 4}}};  // 32 floats from address 0: 128 bytes
  EXPECT_EQ(UnitsTouched(stream, kCacheLineBytes), (Numbers{0, 1})) << Describe(stream);
}

TEST(Ex2_7, ALineStrideTouchesALineForEachElement) {
  const LoopNest column{0, 4, {{5, 64}}};
  EXPECT_EQ(UnitsTouched(column, kCacheLineBytes), (Numbers{0, 1, 2, 3, 4})) << Describe(column);
  EXPECT_EQ(UnitsTouched(column, 4096), (Numbers{0})) << "pages of: " << Describe(column);
}

TEST(Ex2_7, AStrideBeyondALineSkipsLines) {
  const LoopNest sparse{0, 4, {{3, 200}}};
  EXPECT_EQ(UnitsTouched(sparse, kCacheLineBytes), (Numbers{0, 3, 6})) << Describe(sparse);
}

TEST(Ex2_7, AMisalignedStreamTouchesOneLineMore) {
  const LoopNest stream{64 + 60, 8, {{8, 8}}};  // 64 bytes from 124
  EXPECT_EQ(UnitsTouched(stream, kCacheLineBytes), (Numbers{1, 2})) << Describe(stream);
}

TEST(Ex2_7, AnElementThatStraddlesABoundaryLiesInTwoLines) {
  const LoopNest one{60, 8, {}};
  EXPECT_EQ(UnitsTouched(one, kCacheLineBytes), (Numbers{0, 1})) << Describe(one);
  const LoopNest exact{56, 8, {}};
  EXPECT_EQ(UnitsTouched(exact, kCacheLineBytes), (Numbers{0})) << Describe(exact);
}

TEST(Ex2_7, AnElementLargerThanALineLiesInAllItsLines) {
  const LoopNest one{130, 300, {}};
  EXPECT_EQ(UnitsTouched(one, kCacheLineBytes), (Numbers{2, 3, 4, 5, 6})) << Describe(one);
}

TEST(Ex2_7, ALineThatIsReadAgainCountsOnce) {
  const LoopNest twice{0, 4, {{2, 0}, {16, 64}}};  // the same column, two times
  EXPECT_EQ(UnitsTouched(twice, kCacheLineBytes).size(), 16u) << Describe(twice);
  const LoopNest columns{0, 4, {{16, 4}, {10, 64}}};  // a matrix, column by column
  EXPECT_EQ(UnitsTouched(columns, kCacheLineBytes).size(), 10u) << Describe(columns);
}

TEST(Ex2_7, ALoopOfNoTurnsTouchesNothing) {
  EXPECT_TRUE(UnitsTouched({4096, 4, {{0, 64}}}, kCacheLineBytes).empty());
  EXPECT_EQ(CacheSetsTouched({4096, 4, {{3, 4}, {0, 64}}}, 64), 0u);
}

TEST(Ex2_7, APowerOfTwoStrideFallsIntoOneCacheSet) {
  EXPECT_EQ(CacheSetsTouched({0, 4, {{512, 4096}}}, 64), 1u)
      << "512 lines, 4096 bytes apart: all compete for the 8 places of one set";
  EXPECT_EQ(CacheSetsTouched({0, 4, {{512, 4096 + 64}}}, 64), 64u)
      << "one line more between them: they spread over all sets";
  EXPECT_EQ(CacheSetsTouched({0, 4, {{512, 2048}}}, 64), 2u);
}

TEST(Ex2_7, AnElementThatStraddlesFallsIntoTwoSets) {
  EXPECT_EQ(CacheSetsTouched({62, 4, {{10, 4096}}}, 64), 2u);
  EXPECT_EQ(CacheSetsTouched({64 * 64 - 2, 4, {}}, 64), 2u) << "the last set, then the first";
}

TEST(Ex2_7, AgreesWithCountingByteByByte) {
  std::mt19937 random(27);
  for (int i = 0; i < 400; ++i) {
    const LoopNest nest = RandomNest(random);
    const std::set<std::uintptr_t> bytes = BytesRead(nest);
    for (const std::size_t unit : {64, 128, 4096}) {
      ASSERT_EQ(UnitsTouched(nest, unit), UnitsOf(bytes, unit))
          << "units of " << unit << " bytes: " << Describe(nest);
    }
    std::set<std::uintptr_t> sets;
    for (const std::uintptr_t byte : bytes) sets.insert(byte / 64 % 16);
    ASSERT_EQ(CacheSetsTouched(nest, 16), sets.size()) << Describe(nest);
  }
}

}  // namespace
}  // namespace workbook
