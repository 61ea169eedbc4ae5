#include <gtest/gtest.h>
#include <sys/mman.h>

#include <atomic>
#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "block_table.h"

namespace {

using workbook::BlockTable;
using workbook::ClassIndex;

std::string InWords(BlockTable::Slot slot) {
  return slot == BlockTable::kNoSlot ? "no slot" : "slot " + std::to_string(slot);
}

void* At(std::uintptr_t address) { return reinterpret_cast<void*>(address); }

// Addresses that share a set, made from one that lies high above everything.
std::vector<void*> InOneSet(std::size_t count) {
  std::vector<void*> blocks;
  const std::uintptr_t begin = 0x7000'0000'0000;
  const std::size_t set = BlockTable::SetOf(At(begin));
  for (std::uintptr_t at = begin; blocks.size() < count; at += 64) {
    if (BlockTable::SetOf(At(at)) == set) blocks.push_back(At(at));
  }
  return blocks;
}

TEST(Ex5_3, AWordHoldsTheAddressAndTheClass) {
  for (const std::uintptr_t address :
       {std::uintptr_t{64}, std::uintptr_t{0x5581'0000'1040}, std::uintptr_t{0x7fff'ffff'ffc0},
        (std::uintptr_t{1} << 57) - 64}) {
    for (const ClassIndex index : {0, 1, 200, 8191}) {
      const std::uint64_t word = BlockTable::Pack(At(address), index);
      EXPECT_EQ(BlockTable::BlockOf(word), At(address)) << "packed with class " << index;
      EXPECT_EQ(BlockTable::ClassOf(word), index) << "packed with block " << At(address);
      EXPECT_NE(word, 0U) << "0 means that the way is empty";
    }
  }
}

TEST(Ex5_3, FindsWhatWasInserted) {
  BlockTable table;
  void* const block = At(0x7f00'0000'1040);
  EXPECT_EQ(InWords(table.Find(block)), "no slot") << "in an empty table";
  const BlockTable::Slot slot = table.Insert(block, 7);
  ASSERT_NE(InWords(slot), "no slot") << "an empty table has room";
  EXPECT_EQ(InWords(table.Find(block)), InWords(slot));
  EXPECT_EQ(BlockTable::BlockOf(table.At(slot)), block);
  EXPECT_EQ(BlockTable::ClassOf(table.At(slot)), 7);
  table.Remove(slot);
  EXPECT_EQ(InWords(table.Find(block)), "no slot") << "it was removed";
}

TEST(Ex5_3, OnlyTheStartOfABlockIsFound) {
  BlockTable table;
  ASSERT_NE(InWords(table.Insert(At(0x7f00'0000'1040), 3)), "no slot");
  for (const std::uintptr_t address :
       {0x7f00'0000'1041, 0x7f00'0000'1048, 0x7f00'0000'107f, 0x7f00'0000'1080, 0x7f00'0000'1000}) {
    EXPECT_EQ(InWords(table.Find(At(address))), "no slot")
        << At(address) << " is not where the block starts, 0x7f0000001040";
  }
}

TEST(Ex5_3, NullIsNeverFound) {
  BlockTable table;  // an empty way holds 0, which looks like a block at 0
  EXPECT_EQ(InWords(table.Find(nullptr)), "no slot");
}

TEST(Ex5_3, ReadsNoMemoryOfAnybody) {
  // An address that cannot be read: whoever looks there crashes.
  void* const page = mmap(nullptr, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  ASSERT_NE(page, MAP_FAILED);
  BlockTable table;
  EXPECT_EQ(InWords(table.Find(page)), "no slot");
  EXPECT_NE(InWords(table.Insert(page, 1)), "no slot");
  EXPECT_NE(InWords(table.Find(page)), "no slot");
  munmap(page, 4096);
}

TEST(Ex5_3, ASetHolds8BlocksAndRefusesTheNinth) {
  BlockTable table;
  const std::vector<void*> blocks = InOneSet(9);
  std::vector<BlockTable::Slot> slots;
  for (std::size_t i = 0; i < 8; ++i) {
    slots.push_back(table.Insert(blocks[i], static_cast<ClassIndex>(i)));
    ASSERT_NE(InWords(slots.back()), "no slot") << "block " << i + 1 << " of its set";
    ASSERT_EQ(slots.back() / BlockTable::kWays, BlockTable::SetOf(blocks[i]))
        << "a block must lie in the set of its address";
  }
  EXPECT_EQ(InWords(table.Insert(blocks[8], 8)), "no slot") << "the set's 8 ways are taken";
  for (std::size_t i = 0; i < 8; ++i)
    EXPECT_EQ(InWords(table.Find(blocks[i])), InWords(slots[i]))
        << "block " << i + 1 << " was lost";
}

TEST(Ex5_3, AnEmptiedWayIsUsedAgainAndNobodyMoves) {
  BlockTable table;
  const std::vector<void*> blocks = InOneSet(9);
  std::vector<BlockTable::Slot> slots;
  for (std::size_t i = 0; i < 8; ++i) slots.push_back(table.Insert(blocks[i], 1));
  table.Remove(slots[2]);
  for (std::size_t i = 0; i < 8; ++i) {
    if (i == 2) continue;
    EXPECT_EQ(InWords(table.Find(blocks[i])), InWords(slots[i]))
        << "way " << i + 1 << " moved or is not seen any more behind the empty way 3";
  }
  EXPECT_EQ(InWords(table.Insert(blocks[8], 1)), InWords(slots[2]))
      << "the empty way is free for the next block";
}

TEST(Ex5_3, RefusesAnAddressThatAWordCannotHold) {
  BlockTable table;
  for (const std::uintptr_t address :
       {std::uintptr_t{0x7f00'0000'1050}, std::uintptr_t{0x7f00'0000'1001},
        (std::uintptr_t{1} << 57) + 64}) {
    EXPECT_EQ(InWords(table.Insert(At(address), 1)), "no slot")
        << At(address) << " is no multiple of 64 below 2^57: a word would hold another address";
  }
}

TEST(Ex5_3, AgreesWithAMapOverARandomRun) {
  BlockTable table;
  std::map<void*, ClassIndex> model;
  std::mt19937 random(3);
  for (int step = 0; step < 30'000; ++step) {
    void* const block = At(0x7f00'0000'0000 + random() % 30'000 * 64);
    const BlockTable::Slot slot = table.Find(block);
    ASSERT_EQ(slot != BlockTable::kNoSlot, model.count(block) == 1)
        << "step " << step << ", block " << block;
    if (slot != BlockTable::kNoSlot) {
      ASSERT_EQ(BlockTable::ClassOf(table.At(slot)), model[block]) << "step " << step;
      table.Remove(slot);
      model.erase(block);
    } else if (const auto index = static_cast<ClassIndex>(random() % 8192);
               table.Insert(block, index) != BlockTable::kNoSlot) {
      model[block] = index;
    }
  }
}

TEST(Ex5_3, ABlockIsFoundWhileOthersComeAndGo) {
  BlockTable table;
  const std::vector<void*> blocks = InOneSet(8);
  const BlockTable::Slot mine = table.Insert(blocks[5], 5);
  std::atomic<bool> stop = false;
  std::thread other([&] {
    while (!stop) {
      std::vector<BlockTable::Slot> slots;
      for (std::size_t i = 0; i < 8; ++i) {
        if (i != 5) slots.push_back(table.Insert(blocks[i], 1));
      }
      for (const BlockTable::Slot slot : slots) table.Remove(slot);
    }
  });
  for (int i = 0; i < 200'000; ++i) {
    if (table.Find(blocks[5]) == mine) continue;
    ADD_FAILURE() << "a block that stayed in the table was not found";
    break;
  }
  stop = true;
  other.join();
}

}  // namespace
