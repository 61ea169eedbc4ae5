#include <gtest/gtest.h>
#include <sys/mman.h>

#include <atomic>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "ledger.h"
#include "test_heap.h"

namespace {

using workbook::BlockRecord;
using workbook::BlockState;
using workbook::FindingKind;
using workbook::FreeVerdict;
using workbook::Ledger;
using workbook::testing::TestHeap;

// Addresses at which there is no memory: whoever follows one crashes.
unsigned char* Nowhere(std::size_t number) {
  return reinterpret_cast<unsigned char*>(0x10000 + number * 64);  // NOLINT
}

// A ledger's records are for ever; so is a ledger.
Ledger& NewLedger() {
  static auto& all = *new std::vector<Ledger*>;
  all.push_back(new Ledger);
  return *all.back();
}

// Set by the test that looks for it: no walk along such a chain would end.
bool a_chain_is_a_ring = false;

struct NeedsChainsThatEnd : testing::Test {
  void SetUp() override {
    if (a_chain_is_a_ring)
      GTEST_SKIP() << "a record leads to itself (see the test that failed): a walk would never end";
  }
};

struct Ex4_2 : NeedsChainsThatEnd {
  Ledger& ledger = NewLedger();

  BlockRecord& Enter(unsigned char* payload) {
    BlockRecord& record = ledger.NewRecord(payload);
    record.bounds = {payload - 64, 300, payload, 100};
    ledger.Enter(record);
    return record;
  }

  // "#3 -> #2 -> #1 -> null": a bucket's chain from the record of this address on, by serial
  // number.
  std::string ChainFrom(const unsigned char* payload) const {
    std::string chain;
    int shown = 0;
    for (const BlockRecord* record = ledger.Find(payload); record != nullptr && ++shown <= 9;
         record = record->next_in_bucket)
      chain += "#" + std::to_string(record->serial) + " -> ";
    return chain + (shown <= 9 ? "null" : "and so on: a ring");
  }

  FreeVerdict Claim(const void* address) {
    BlockRecord* record = nullptr;
    return ledger.Claim(address, &record);
  }
};

TEST_F(Ex4_2, FindsABlockByItsPayload) {
  BlockRecord& record = Enter(Nowhere(1));
  EXPECT_EQ(ledger.Find(Nowhere(1)), &record)
      << "a block was entered, and Find() does not know the address of its payload: Enter() and "
         "Find() must choose the bucket by the same address, bounds.payload, which users have";
}

// Second of all, and a walk of a few steps only: where a record leads to itself, the tests below
// would walk for ever, so they are not run.
TEST_F(Ex4_2, PutsANewRecordInFrontOfItsBucket) {
  for (int i = 0; i < 3; ++i) Enter(Nowhere(1));  // one address, so one bucket
  const std::string chain = ChainFrom(Nowhere(1));
  a_chain_is_a_ring = chain.find("ring") != std::string::npos;
  ASSERT_FALSE(a_chain_is_a_ring) << "the chain of a bucket is " << chain
                                  << ". The record leads to itself: take the old front "
                                  << "of the bucket before you replace it";
  EXPECT_EQ(chain, "#3 -> #2 -> #1 -> null")
      << "records #1, #2 and #3 were entered into one bucket, #3 last, and this is its chain from "
      << "the front on. The newest belongs in front: to find the end of a chain it must be walked, "
      << "under the lock, in every allocation; and what came last is usually freed first";
}

TEST_F(Ex4_2, FindsEachOfMoreBlocksThanBuckets) {
  static constexpr std::size_t kMany = 3 * Ledger::kBuckets;
  std::vector<BlockRecord*> records;
  for (std::size_t i = 0; i < kMany; ++i) records.push_back(&Enter(Nowhere(i)));
  for (std::size_t i = 0; i < kMany; ++i) {
    ASSERT_EQ(ledger.Find(Nowhere(i)), records[i])
        << "block " << i << " of " << kMany << ": several share a bucket, and each must be found";
  }
}

TEST_F(Ex4_2, KnowsNoAddressButThePayloadsFirst) {
  Enter(Nowhere(1));
  for (const unsigned char* const address :
       {Nowhere(1) + 1, Nowhere(1) - 1, Nowhere(1) + 8, Nowhere(0), Nowhere(2), Nowhere(9)}) {
    EXPECT_EQ(ledger.Find(address), nullptr) << address - Nowhere(1) << " from the payload";
  }
  EXPECT_EQ(ledger.Find(nullptr), nullptr);
}

TEST_F(Ex4_2, ClaimsALiveBlockOnce) {
  BlockRecord& record = Enter(Nowhere(1));
  BlockRecord* claimed = nullptr;
  EXPECT_EQ(ledger.Claim(Nowhere(1), &claimed), FreeVerdict::kGood);
  EXPECT_EQ(claimed, &record);
  EXPECT_EQ(record.state, BlockState::kFreed);
  EXPECT_EQ(ledger.live().count(), 0U) << "a claimed block is still in the list of live ones";
  claimed = nullptr;
  EXPECT_EQ(ledger.Claim(Nowhere(1), &claimed), FreeVerdict::kTwice);
  EXPECT_EQ(claimed, &record) << "who reports a double free wants to know which block it was";
}

TEST_F(Ex4_2, CallsTheRestForeign) {
  BlockRecord* claimed = &Enter(Nowhere(1));
  EXPECT_EQ(ledger.Claim(Nowhere(1) + 16, &claimed), FreeVerdict::kForeign);
  EXPECT_EQ(claimed, nullptr) << "Claim() sets *record to what Find() says, null too: whatever "
                                 "stood there before is not the block of this address";
  EXPECT_EQ(ledger.live().count(), 1U);
}

TEST_F(Ex4_2, AClaimLeavesTheOthersInOrder) {
  for (std::size_t i = 1; i <= 5; ++i) Enter(Nowhere(i));
  EXPECT_EQ(Claim(Nowhere(3)), FreeVerdict::kGood);
  std::vector<std::uint64_t> serials;
  for (const BlockRecord* record = ledger.live().oldest(); record != nullptr;
       record = record->newer)
    serials.push_back(record->serial);
  EXPECT_EQ(serials, (std::vector<std::uint64_t>{1, 2, 4, 5}));
}

// malloc hands out again what was just freed: the usual case, not a rare one.
TEST_F(Ex4_2, AnAddressThatCameBackIsANewBlock) {
  BlockRecord& first = Enter(Nowhere(1));
  ASSERT_EQ(Claim(Nowhere(1)), FreeVerdict::kGood);
  ledger.Retire(first);
  BlockRecord& second = Enter(Nowhere(1));
  EXPECT_EQ(ledger.Find(Nowhere(1)), &second);
  EXPECT_EQ(second.next_in_bucket, nullptr) << "the dead block's record is still in the bucket";
  EXPECT_EQ(Claim(Nowhere(1)), FreeVerdict::kGood);
  EXPECT_EQ(Claim(Nowhere(1)), FreeVerdict::kTwice);
}

TEST_F(Ex4_2, UnlinksARecordWhereverItStands) {
  struct {
    std::size_t taken;
    const char* where;
    const char* left;
  } const cases[] = {{0, "the end", "#3 -> #2 -> null"},
                     {1, "the middle", "#6 -> #4 -> null"},
                     {2, "the front", "#8 -> #7 -> null"}};
  for (const auto& [taken, where, left] : cases) {
    unsigned char* const payload = Nowhere(10 + taken);
    // Three records with one address are three in one bucket; the last one entered is in front.
    BlockRecord* const chain[] = {&Enter(payload), &Enter(payload), &Enter(payload)};
    const std::string before = ChainFrom(payload);
    ledger.Unlink(*chain[taken]);
    EXPECT_EQ(chain[taken]->next_in_bucket, nullptr)
        << "an unlinked record still leads into its bucket";
    EXPECT_EQ(ChainFrom(payload), left)
        << "the bucket was " << before << ", and #" << chain[taken]->serial << ", at " << where
        << ", was unlinked. A record that is lost from its bucket is a block whose free is called "
        << "foreign; one that stays leads to a block that is no more";
  }
}

TEST_F(Ex4_2, RemembersTheLastFreesAndForgetsOlderOnes) {
  static constexpr std::size_t kFrees = 3 * Ledger::kRemembered;
  std::set<BlockRecord*> used;
  for (std::size_t i = 0; i < kFrees; ++i) {
    BlockRecord& record = Enter(Nowhere(i));
    used.insert(&record);
    ASSERT_EQ(Claim(Nowhere(i)), FreeVerdict::kGood) << "block " << i;
    ledger.Retire(record);
  }
  for (std::size_t i = kFrees - Ledger::kRemembered; i < kFrees; ++i) {
    ASSERT_EQ(Claim(Nowhere(i)), FreeVerdict::kTwice)
        << "block " << i << " of " << kFrees << " is among the last " << Ledger::kRemembered;
  }
  EXPECT_EQ(Claim(Nowhere(0)), FreeVerdict::kForeign)
      << "the record of block 0 has been used again, and its bucket still leads to it";
  EXPECT_LE(used.size(), Ledger::kRemembered + 2) << "records are not used again: the book grows";
}

struct Ex4_2_Heap : NeedsChainsThatEnd {};

TEST_F(Ex4_2_Heap, GivesBlocksAndTakesThemBack) {
  TestHeap heap;
  unsigned char* const payload = heap.Allocate(100);
  ASSERT_NE(payload, nullptr);
  for (int i = 0; i < 100; ++i) payload[i] = 7;
  TestHeap::Free(payload);
  TestHeap::Free(nullptr);
  EXPECT_EQ(heap.Allocate(0), nullptr);
  EXPECT_EQ(heap.upstream().allocations(), 1);
  EXPECT_EQ(heap.upstream().live(), 0) << "the block did not go back to the upstream";
  EXPECT_EQ(heap.Findings().size(), 0U) << heap.Reports();
}

TEST_F(Ex4_2_Heap, ADoubleFreeIsReportedAndDoesNothing) {
  TestHeap heap;
  unsigned char* const payload = heap.Allocate(100);
  TestHeap::Free(payload);
  TestHeap::Free(payload);
  ASSERT_EQ(heap.Findings().size(), 1U) << heap.Reports();
  EXPECT_EQ(heap.Findings()[0].kind, FindingKind::kFreedTwice);
  EXPECT_EQ(heap.Findings()[0].block.bounds.payload_bytes, 100U);
  EXPECT_EQ(heap.upstream().deallocations(), 1) << "the upstream got the block twice";
}

TEST_F(Ex4_2_Heap, AForeignPointerIsReportedAndNeverRead) {
  void* const page = mmap(nullptr, 8192, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  ASSERT_NE(page, MAP_FAILED);
  TestHeap heap;
  TestHeap::Free(static_cast<unsigned char*>(page) + 4096);
  munmap(page, 8192);
  ASSERT_EQ(heap.Findings().size(), 1U) << heap.Reports();
  EXPECT_EQ(heap.Findings()[0].kind, FindingKind::kForeignFree);
  EXPECT_EQ(heap.Findings()[0].block.serial, 0U);
}

TEST_F(Ex4_2_Heap, APointerIntoABlockIsForeignAndTheReportNamesTheBlock) {
  TestHeap heap;
  unsigned char* const payload = heap.Allocate(100);
  TestHeap::Free(payload + 40);
  ASSERT_EQ(heap.Findings().size(), 1U);
  EXPECT_EQ(heap.Findings()[0].kind, FindingKind::kForeignFree);
  EXPECT_EQ(heap.Findings()[0].block.bounds.payload, payload);
  EXPECT_EQ(heap.upstream().live(), 1) << "a wrong pointer freed the block";
  TestHeap::Free(payload);
  EXPECT_EQ(heap.upstream().live(), 0);
}

TEST_F(Ex4_2_Heap, OfTwoThreadsThatFreeOneBlockOneIsRight) {
  TestHeap heap;
  static constexpr int kRounds = 300;
  for (int round = 0; round < kRounds; ++round) {
    unsigned char* const payload = heap.Allocate(64);
    std::atomic<int> ready = 0;
    const auto free_together = [&] {
      ++ready;
      while (ready < 2) std::this_thread::yield();
      TestHeap::Free(payload);
    };
    std::thread other(free_together);
    free_together();
    other.join();
  }
  EXPECT_EQ(heap.Findings().size(), static_cast<std::size_t>(kRounds));
  EXPECT_EQ(heap.upstream().deallocations(), kRounds);
}

TEST_F(Ex4_2_Heap, ThreadsAllocateAndFreeEachOthersBlocks) {
  TestHeap heap;
  std::mutex mutex;
  std::vector<unsigned char*> shared;  // blocks of all threads
  for (int i = 0; i < 32; ++i) shared.push_back(heap.Allocate(64));
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; i < 1000; ++i) {
        unsigned char* mine = heap.Allocate(1 + static_cast<std::size_t>(i) % 500);
        {
          const std::lock_guard lock(mutex);
          shared.push_back(mine);
          std::swap(shared.front(), shared.back());
          mine = shared.back();
          shared.pop_back();
        }
        TestHeap::Free(mine);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (unsigned char* const payload : shared) TestHeap::Free(payload);
  EXPECT_EQ(heap.upstream().allocations(), 4032);
  EXPECT_EQ(heap.upstream().live(), 0);
  EXPECT_EQ(heap.Findings().size(), 0U) << heap.Reports();
}

}  // namespace
