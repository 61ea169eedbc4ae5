#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "brute_force.h"
#include "layout.h"

namespace workbook {
namespace {

using testing::BytesRead;
using testing::Describe;
using Addresses = std::vector<std::uintptr_t>;

constexpr std::uintptr_t kBase = 1 << 20;

// Every address in the order of reading.
Addresses Order(const LoopNest& nest) {
  Addresses order;
  ForEachElement(nest, [&](std::uintptr_t address) { order.push_back(address); });
  return order;
}

std::string FromBase(std::uintptr_t address) {
  if (address == kBase) return "base";
  if (address < kBase) return "base - " + std::to_string(kBase - address);
  return "base + " + std::to_string(address - kBase);
}

// Whether the nest reads these addresses in this order; else the first difference.
::testing::AssertionResult Reads(const LoopNest& nest, const Addresses& expected) {
  const Addresses order = Order(nest);
  const auto yours = [&] { return ". Your nest: " + Describe(nest, FromBase(nest.base)); };
  for (std::size_t i = 0; i < std::min(order.size(), expected.size()); ++i) {
    if (order[i] == expected[i]) continue;
    return ::testing::AssertionFailure() << "element " << i << " lies at " << FromBase(expected[i])
                                         << ", but is read at " << FromBase(order[i]) << yours();
  }
  if (order.size() == expected.size()) return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure()
         << order.size() << " elements are read, not " << expected.size() << yours();
}

// Whether Aliases4KiB answers so; else both ranges, and what their low 12 bits are.
::testing::AssertionResult Answers(bool expected, std::uintptr_t store, std::uintptr_t load,
                                   std::size_t bytes) {
  if (Aliases4KiB(store, load, bytes) == expected) return ::testing::AssertionSuccess();
  const auto low = [bytes](std::uintptr_t address) {
    return std::to_string(address % 4096) + " to " + std::to_string((address + bytes - 1) % 4096);
  };
  return ::testing::AssertionFailure()
         << "Aliases4KiB(" << FromBase(store) << ", " << FromBase(load) << ", " << bytes << ") is "
         << (expected ? "false" : "true") << ". In the low 12 bits the store covers " << low(store)
         << ", the load " << low(load);
}

std::size_t Lines(const LoopNest& nest) { return UnitsTouched(nest, kCacheLineBytes).size(); }

TEST(Ex2_8, AFieldOfStructsSkipsTheOtherFields) {
  const LoopNest nest = FieldOfStructs(kBase, 3, 32, 12, 4);
  ASSERT_TRUE(Reads(nest, {kBase + 12, kBase + 44, kBase + 76}));
  EXPECT_EQ(nest.element_bytes, 4u) << "bytes read of each record";
}

TEST(Ex2_8, AnArrayOfItsOwnHasNoGaps) {
  const LoopNest nest = FieldOfArrays(kBase, 4, {4, 8}, 0);
  ASSERT_TRUE(Reads(nest, {kBase, kBase + 4, kBase + 8, kBase + 12}));
  EXPECT_EQ(nest.element_bytes, 4u) << "bytes read of each element";
}

TEST(Ex2_8, EachArrayStartsOnALineOfItsOwn) {
  // 100 x 4 = 400 bytes, padded to 448; 100 x 8 = 800, padded to 832; 100 x 16 = 1600 = 25 lines.
  const std::vector<std::size_t> fields{4, 8, 16, 1};
  EXPECT_EQ(FromBase(FieldOfArrays(kBase, 100, fields, 1).base), "base + 448");
  EXPECT_EQ(FromBase(FieldOfArrays(kBase, 100, fields, 2).base), "base + 1280");
  EXPECT_EQ(FromBase(FieldOfArrays(kBase, 100, fields, 3).base), "base + 2880")
      << "an array that ends on a line's end needs no padding";
  EXPECT_EQ(FieldOfArrays(kBase, 100, fields, 2).element_bytes, 16u);
}

TEST(Ex2_8, ArraysArePaddedFromTheBaseEvenWhenItIsNotAligned) {
  EXPECT_EQ(FromBase(FieldOfArrays(kBase + 8, 3, {4, 4}, 1).base), "base + 72");
}

TEST(Ex2_8, OneFieldOfEightCostsEightTimesTheLinesInStructs) {
  const std::size_t records = 1000;
  EXPECT_EQ(Lines(FieldOfStructs(kBase, records, 32, 0, 4)), 500u);
  EXPECT_EQ(Lines(FieldOfArrays(kBase, records, std::vector<std::size_t>(8, 4), 3)), 63u);
}

// Reads the whole tensor the long way, by the definition of each format.
Addresses ByDefinition(const ImageShape& shape, std::size_t element, std::size_t channel,
                       MemoryFormat format) {
  Addresses order;
  for (std::size_t n = 0; n < shape.batch; ++n) {
    for (std::size_t y = 0; y < shape.height; ++y) {
      for (std::size_t x = 0; x < shape.width; ++x) {
        const std::size_t index =
            format == MemoryFormat::kContiguous
                ? ((n * shape.channels + channel) * shape.height + y) * shape.width + x
                : ((n * shape.height + y) * shape.width + x) * shape.channels + channel;
        order.push_back(kBase + index * element);
      }
    }
  }
  return order;
}

TEST(Ex2_8, OneChannelOfAContiguousTensorIsAPlane) {
  const ImageShape shape{2, 3, 4, 5};
  for (std::size_t channel = 0; channel < 3; ++channel) {
    const LoopNest nest = OneChannel(kBase, shape, 4, channel, MemoryFormat::kContiguous);
    ASSERT_TRUE(Reads(nest, ByDefinition(shape, 4, channel, MemoryFormat::kContiguous)))
        << "channel " << channel;
    ASSERT_EQ(nest.element_bytes, 4u);
  }
}

TEST(Ex2_8, OneChannelOfAChannelsLastTensorIsInEveryPixel) {
  const ImageShape shape{2, 3, 4, 5};
  for (std::size_t channel = 0; channel < 3; ++channel) {
    const LoopNest nest = OneChannel(kBase, shape, 2, channel, MemoryFormat::kChannelsLast);
    ASSERT_TRUE(Reads(nest, ByDefinition(shape, 2, channel, MemoryFormat::kChannelsLast)))
        << "channel " << channel;
    ASSERT_EQ(nest.element_bytes, 2u);
  }
}

TEST(Ex2_8, SixteenChannelsLastCostSixteenTimesTheLines) {
  const ImageShape shape{1, 16, 32, 32};
  EXPECT_EQ(Lines(OneChannel(kBase, shape, 4, 7, MemoryFormat::kContiguous)), 64u);
  EXPECT_EQ(Lines(OneChannel(kBase, shape, 4, 7, MemoryFormat::kChannelsLast)), 1024u);
}

TEST(Ex2_8, EqualLowTwelveBitsAlias) {
  EXPECT_TRUE(Answers(true, kBase, kBase + 4096, 8));
  EXPECT_TRUE(Answers(true, kBase, kBase - 4096, 8)) << "the load may lie below the store";
  EXPECT_TRUE(Answers(true, kBase + 40, kBase + 40 + 7 * 4096, 8));
  EXPECT_TRUE(Answers(false, kBase, kBase + 4096 + 8, 8)) << "the next bytes: no overlap";
  EXPECT_TRUE(Answers(false, kBase, kBase + 64, 8)) << "different low bits";
}

TEST(Ex2_8, APartialOverlapOfTheLowBitsAliasesToo) {
  EXPECT_TRUE(Answers(true, kBase, kBase + 4096 + 7, 8));
  EXPECT_TRUE(Answers(true, kBase, kBase + 4096 - 7, 8));
  EXPECT_TRUE(Answers(true, kBase + 4092, kBase + 8192, 8)) << "the store runs over the page's end";
}

TEST(Ex2_8, ARealOverlapIsNoFalseAlarm) {
  EXPECT_TRUE(Answers(false, kBase, kBase, 8)) << "the load does need that store";
  EXPECT_TRUE(Answers(false, kBase, kBase + 7, 8));
  EXPECT_TRUE(Answers(false, kBase + 7, kBase, 8));
}

TEST(Ex2_8, AliasingAgreesWithCountingByteByByte) {
  std::mt19937 random(28);
  for (int i = 0; i < 20'000; ++i) {
    const std::uintptr_t store = kBase + random() % 12'288;
    const std::uintptr_t load = random() % 4 == 0 ? kBase + random() % 12'288
                                                  : store + 4096 * (random() % 3) + random() % 80;
    const std::size_t bytes = std::size_t{1} << (random() % 7);
    std::set<std::uintptr_t> whole;
    std::set<std::uintptr_t> low;
    for (std::size_t b = 0; b < bytes; ++b) {
      whole.insert(store + b);
      low.insert((store + b) % 4096);
    }
    bool shares = false;
    bool seems_to = false;
    for (std::size_t b = 0; b < bytes; ++b) {
      shares |= whole.count(load + b) != 0;
      seems_to |= low.count((load + b) % 4096) != 0;
    }
    ASSERT_TRUE(Answers(seems_to && !shares, store, load, bytes));
  }
}

}  // namespace
}  // namespace workbook
