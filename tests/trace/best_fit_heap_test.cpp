#include "trace/best_fit_heap.h"

#include <gtest/gtest.h>

#include <iterator>
#include <map>

#include "made_up.h"

namespace workbook::trace {
namespace {

TEST(BestFitHeap, PutsBlocksOneBehindTheOther) {
  BestFitHeap heap;
  EXPECT_EQ(heap.Place(1, 1), 0u);
  EXPECT_EQ(heap.Place(2, 64), 64u);
  EXPECT_EQ(heap.Place(3, 65), 128u);
  EXPECT_EQ(heap.Place(4, 0), 256u);
  EXPECT_EQ(heap.end(), 320u);
}

TEST(BestFitHeap, TakesTheSmallestStretchThatFits) {
  BestFitHeap heap;
  for (const std::uint64_t id : {1, 2, 3, 4}) heap.Place(id, id % 2 == 1 ? 64 * id : 64);
  heap.Release(1);  // 64 bytes at 0
  heap.Release(3);  // 192 bytes at 128
  EXPECT_EQ(heap.Place(5, 64), 0u);
  EXPECT_EQ(heap.Place(6, 64), 128u);
  EXPECT_EQ(heap.Place(7, 128), 192u);
  EXPECT_EQ(heap.end(), 384u);
}

TEST(BestFitHeap, JoinsFreeNeighbours) {
  BestFitHeap heap;
  for (const std::uint64_t id : {1, 2, 3}) heap.Place(id, 64);
  heap.Release(1);
  heap.Release(3);
  heap.Release(2);
  EXPECT_EQ(heap.Place(4, 192), 0u);
  EXPECT_EQ(heap.end(), 192u);
}

TEST(BestFitHeap, NeverPutsTwoLiveBlocksInOnePlace) {
  BestFitHeap heap;
  std::map<std::uint64_t, std::uint64_t> live;  // offset -> end
  std::map<std::uint64_t, std::uint64_t> offset_of;
  MakeUpEvents({.seed = 11, .events = 20'000, .most_live = 300}, [&](const Event& event) {
    if (event.kind == Kind::kFree) {
      EXPECT_EQ(heap.Release(event.id), offset_of[event.id]);
      live.erase(offset_of[event.id]);
      return;
    }
    const std::uint64_t offset = heap.Place(event.id, event.bytes);
    offset_of[event.id] = offset;
    ASSERT_EQ(offset % 64, 0u);
    const auto [place, is_new] =
        live.emplace(offset, offset + std::max<std::uint64_t>(1, event.bytes));
    ASSERT_TRUE(is_new) << "offset " << offset;
    ASSERT_LE(place->second, heap.end());
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
