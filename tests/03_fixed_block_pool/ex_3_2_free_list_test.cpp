#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <set>
#include <vector>

#include "block_list.h"
#include "block_store.h"
#include "slab.h"

namespace {

using workbook::BlockList;

struct alignas(64) Block {
  std::array<unsigned char, 64> bytes;
};

TEST(Ex3_2, StartsEmpty) {
  BlockList list;
  EXPECT_EQ(list.count(), 0U);
  EXPECT_EQ(list.Pop(), nullptr);
  EXPECT_EQ(list.count(), 0U) << "a Pop() of an empty list changed the count";
}

TEST(Ex3_2, ReturnsTheBlockPushedLastFirst) {
  std::array<Block, 3> blocks{};
  BlockList list;
  for (Block& block : blocks) list.Push(&block);
  EXPECT_EQ(list.count(), 3U);
  EXPECT_EQ(list.Pop(), &blocks[2]) << "last in, first out";
  EXPECT_EQ(list.Pop(), &blocks[1]);
  EXPECT_EQ(list.Pop(), &blocks[0]);
  EXPECT_EQ(list.Pop(), nullptr) << "three blocks went in, a fourth came out";
}

TEST(Ex3_2, NeverHandsOutOneBlockTwice) {
  std::vector<Block> blocks(500);
  BlockList list;
  for (Block& block : blocks) list.Push(&block);
  std::set<void*> seen;
  while (void* const block = list.Pop()) {
    ASSERT_TRUE(seen.insert(block).second)
        << block << " (block " << static_cast<Block*>(block) - blocks.data()
        << ") was handed out twice, after " << seen.size() << " others";
  }
  EXPECT_EQ(seen.size(), blocks.size()) << "blocks got lost in the list";
}

TEST(Ex3_2, KeepsTheCountThroughPushesAndPops) {
  std::array<Block, 4> blocks{};
  BlockList list;
  list.Push(&blocks[0]);
  list.Push(&blocks[1]);
  static_cast<void>(list.Pop());
  EXPECT_EQ(list.count(), 1U);
  list.Push(&blocks[2]);
  list.Push(&blocks[3]);
  EXPECT_EQ(list.count(), 3U);
  for (int i = 0; i < 4; ++i) static_cast<void>(list.Pop());
  EXPECT_EQ(list.count(), 0U);
}

TEST(Ex3_2, WritesTheFirst8BytesOfABlockAndNoMore) {
  Block first{};
  Block second{};
  first.bytes.fill(0xaa);
  second.bytes.fill(0xaa);
  BlockList list;
  list.Push(&first);
  list.Push(&second);
  static_cast<void>(list.Pop());
  static_cast<void>(list.Pop());
  for (std::size_t i = 8; i < 64; ++i) {
    ASSERT_EQ(first.bytes[i], 0xaa) << "byte +" << i << " of a free block was written";
    ASSERT_EQ(second.bytes[i], 0xaa) << "byte +" << i << " of a free block was written";
  }
}

TEST(Ex3_2, SurvivesWhatUsersWriteIntoTheirBlocks) {
  std::array<Block, 3> blocks{};
  BlockList list;
  for (Block& block : blocks) list.Push(&block);
  auto* const mine = static_cast<Block*>(list.Pop());
  mine->bytes.fill(0xff);  // a user owns every byte of it, the former link too
  EXPECT_EQ(list.Pop(), &blocks[1]);
  list.Push(mine);
  EXPECT_EQ(list.Pop(), mine);
  EXPECT_EQ(list.Pop(), &blocks[0]);
}

// A store that has one slab without Grow(), which is a later exercise.
class StoreOverOneSlab {
 public:
  StoreOverOneSlab() : memory_(std::aligned_alloc(workbook::kSlabBytes, workbook::kSlabBytes)) {
    std::memset(memory_, 0, workbook::kSlabBytes);
    store_.Open(1 << 20, 1, this);
    store_.AddSlab(workbook::FormatSlab(memory_, 1 << 20, this));
  }
  ~StoreOverOneSlab() { std::free(memory_); }
  StoreOverOneSlab(const StoreOverOneSlab&) = delete;
  StoreOverOneSlab& operator=(const StoreOverOneSlab&) = delete;

  workbook::BlockStore& get() { return store_; }

 private:
  void* memory_;
  workbook::BlockStore store_;
};

TEST(Ex3_2, TheStorePrefersTheBlockThatCameBackLast) {
  StoreOverOneSlab one_slab;
  workbook::BlockStore& store = one_slab.get();
  void* const first = store.TakeAtHand();
  void* const second = store.TakeAtHand();
  ASSERT_NE(first, nullptr) << "a fresh slab has blocks to carve";
  ASSERT_NE(second, nullptr);
  ASSERT_NE(first, second);
  store.Give(first);
  EXPECT_EQ(store.TakeAtHand(), first)
      << "the block that just came back is warm in the processor's cache; a fresh one is not";
}

TEST(Ex3_2, TheStoreHandsOutEachBlockOfItsSlabOnce) {
  StoreOverOneSlab one_slab;
  std::set<void*> seen;
  while (void* const block = one_slab.get().TakeAtHand()) {
    ASSERT_TRUE(seen.insert(block).second) << block << " was handed out twice";
  }
  EXPECT_EQ(seen.size(), 3U) << "a slab of 1 MiB blocks holds three";
}

TEST(Ex3_2, AStoreWithoutASlabHasNothing) {
  workbook::BlockStore store;
  EXPECT_EQ(store.TakeAtHand(), nullptr);
}

}  // namespace
