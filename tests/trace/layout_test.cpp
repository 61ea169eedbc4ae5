#include "trace/layout.h"

#include <gtest/gtest.h>

#include <iterator>
#include <map>

#include "made_up.h"

namespace workbook::trace {
namespace {

TEST(Layout, PutsBlocksOneBehindTheOther) {
  Layout layout;
  EXPECT_EQ(layout.Place(1, 1), 0u);
  EXPECT_EQ(layout.Place(2, 64), 64u);
  EXPECT_EQ(layout.Place(3, 65), 128u);
  EXPECT_EQ(layout.Place(4, 0), 256u);
  EXPECT_EQ(layout.end(), 320u);
}

TEST(Layout, TakesTheSmallestStretchThatFits) {
  Layout layout;
  for (const std::uint64_t id : {1, 2, 3, 4}) layout.Place(id, id % 2 == 1 ? 64 * id : 64);
  layout.Release(1);  // 64 bytes at 0
  layout.Release(3);  // 192 bytes at 128
  EXPECT_EQ(layout.Place(5, 64), 0u);
  EXPECT_EQ(layout.Place(6, 64), 128u);
  EXPECT_EQ(layout.Place(7, 128), 192u);
  EXPECT_EQ(layout.end(), 384u);
}

TEST(Layout, JoinsFreeNeighbours) {
  Layout layout;
  for (const std::uint64_t id : {1, 2, 3}) layout.Place(id, 64);
  layout.Release(1);
  layout.Release(3);
  layout.Release(2);
  EXPECT_EQ(layout.Place(4, 192), 0u);
  EXPECT_EQ(layout.end(), 192u);
}

TEST(Layout, NeverPutsTwoLiveBlocksInOnePlace) {
  Layout layout;
  std::map<std::uint64_t, std::uint64_t> live;  // offset -> end
  std::map<std::uint64_t, std::uint64_t> offset_of;
  MakeUpEvents({.seed = 11, .events = 20'000, .most_live = 300}, [&](const Event& event) {
    if (event.kind == Kind::kFree) {
      EXPECT_EQ(layout.Release(event.id), offset_of[event.id]);
      live.erase(offset_of[event.id]);
      return;
    }
    const std::uint64_t offset = layout.Place(event.id, event.bytes);
    offset_of[event.id] = offset;
    ASSERT_EQ(offset % 64, 0u);
    const auto [place, is_new] =
        live.emplace(offset, offset + std::max<std::uint64_t>(1, event.bytes));
    ASSERT_TRUE(is_new) << "offset " << offset;
    ASSERT_LE(place->second, layout.end());
    if (std::next(place) != live.end()) {
      ASSERT_LE(place->second, std::next(place)->first);
    }
    if (place != live.begin()) {
      ASSERT_LE(std::prev(place)->second, offset);
    }
  });
}

}  // namespace
}  // namespace workbook::trace
