#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <set>
#include <vector>

#include "block_store.h"
#include "in_words.h"
#include "slab_region.h"

namespace {

using workbook::BlockStore;
using workbook::kSlabBytes;
using workbook::PoolFailure;
using workbook::Slab;

constexpr std::size_t kMiB = std::size_t{1} << 20;

// A store of 1 MiB blocks, three of which fit in a slab.
class Ex3_4 : public testing::Test {
 protected:
  void Open(std::size_t max_slabs) { store_.Open(kMiB, max_slabs, this); }
  void TearDown() override { store_.ReleaseSlabs(); }

  std::vector<void*> TakeAll() {
    std::vector<void*> taken;
    while (void* const block = store_.Take(&why_)) taken.push_back(block);
    return taken;
  }

  BlockStore store_;
  PoolFailure why_ = PoolFailure::kNone;
};

TEST_F(Ex3_4, TakesMemoryWhenItIsAskedFor) {
  Open(2);
  EXPECT_EQ(store_.reserved_bytes(), 0U) << "nobody has asked for a block yet";
  EXPECT_EQ(store_.capacity(), 0U);
  ASSERT_NE(store_.Take(&why_), nullptr);
  EXPECT_EQ(store_.reserved_bytes(), kSlabBytes);
  EXPECT_EQ(store_.capacity(), 3U);
  EXPECT_EQ(store_.free_count(), 2U) << "three blocks, one of them taken";
}

TEST_F(Ex3_4, UsesUpASlabBeforeItGrows) {
  Open(4);
  for (int i = 0; i < 3; ++i) ASSERT_NE(store_.Take(&why_), nullptr);
  EXPECT_EQ(store_.slab_count(), 1U) << "three blocks fit in one slab";
  EXPECT_EQ(store_.free_count(), 0U);
  ASSERT_NE(store_.Take(&why_), nullptr);
  EXPECT_EQ(store_.slab_count(), 2U);
  EXPECT_EQ(store_.capacity(), 6U);
}

TEST_F(Ex3_4, StopsAtTheCapWithAReason) {
  Open(2);
  EXPECT_EQ(TakeAll().size(), 6U) << "two slabs of three blocks";
  EXPECT_EQ(why_, PoolFailure::kCapReached) << Describe(why_);
  EXPECT_EQ(store_.slab_count(), 2U);
}

TEST_F(Ex3_4, ACapOfNoneNeverGrows) {
  Open(0);
  EXPECT_EQ(store_.Take(&why_), nullptr) << "a block out of a cap of 0 slabs";
  EXPECT_EQ(why_, PoolFailure::kCapReached) << Describe(why_);
  EXPECT_EQ(store_.available_count(), 0U);
}

TEST_F(Ex3_4, ABlockThatComesBackEndsTheExhaustion) {
  Open(1);
  const std::vector<void*> taken = TakeAll();
  ASSERT_EQ(taken.size(), 3U);
  store_.Give(taken[1]);
  EXPECT_EQ(store_.free_count(), 1U);
  EXPECT_EQ(store_.Take(nullptr), taken[1]);
  EXPECT_EQ(store_.Take(nullptr), nullptr) << "a null `why` is allowed";
}

TEST_F(Ex3_4, KeepsTheBlocksOfOlderSlabs) {
  Open(3);
  const std::vector<void*> taken = TakeAll();
  ASSERT_EQ(taken.size(), 9U);
  EXPECT_EQ(std::set<void*>(taken.begin(), taken.end()).size(), 9U)
      << "a block was handed out twice";
  for (void* const block : taken) {
    store_.Give(block);
    ASSERT_EQ(store_.CheckInvariants(), "");
  }
  EXPECT_EQ(store_.free_count(), 9U);
}

TEST_F(Ex3_4, EverySlabNamesItsOwner) {
  Open(2);
  for (void* const block : TakeAll()) {
    const Slab* const slab = FindSlab(workbook::slab_region::Committed(), block);
    ASSERT_NE(slab, nullptr) << block << " lies in no slab that has an owner";
    EXPECT_EQ(slab->owner.load(), this);
  }
}

TEST_F(Ex3_4, CountsWhatIsLeftUpToTheCap) {
  Open(2);
  EXPECT_EQ(store_.available_count(), 6U) << "two slabs of three blocks, none opened";
  ASSERT_NE(store_.Take(&why_), nullptr);
  EXPECT_EQ(store_.available_count(), 5U);
  for (int i = 0; i < 3; ++i) ASSERT_NE(store_.Take(&why_), nullptr);
  EXPECT_EQ(store_.available_count(), 2U) << "four of six are taken";
}

TEST_F(Ex3_4, ReleasedSlabsAreUsedAgain) {
  Open(2);
  const std::vector<void*> taken = TakeAll();
  const std::set<void*> before(taken.begin(), taken.end());
  store_.ReleaseSlabs();
  EXPECT_EQ(store_.reserved_bytes(), 0U);
  EXPECT_EQ(store_.free_count(), 0U);
  for (void* const block : TakeAll())
    EXPECT_TRUE(before.count(block)) << block << " comes from a third slab: the region leaks slabs";
}

// In a child process, because the limit is the whole process's.
TEST_F(Ex3_4, ARefusalOfTheOperatingSystemIsAReasonToo) {
  Open(1000);
  const pid_t child = fork();
  if (child == 0) {
    const rlimit no_more_data{0, 0};
    setrlimit(RLIMIT_DATA, &no_more_data);
    TakeAll();
    _exit(why_ == PoolFailure::kNoMoreMemory && store_.slab_count() < 1000 ? 0 : 1);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0)
      << "Take() in a process that may have no more memory must return null and say "
         "kNoMoreMemory; the child "
      << (WIFSIGNALED(status) ? "crashed" : "saw something else");
}

TEST_F(Ex3_4, AFailedGrowthChangesNothing) {
  Open(1);
  ASSERT_EQ(TakeAll().size(), 3U);
  for (int i = 0; i < 5; ++i) EXPECT_EQ(store_.Grow(), PoolFailure::kCapReached);
  EXPECT_EQ(store_.slab_count(), 1U);
  EXPECT_EQ(store_.reserved_bytes(), kSlabBytes);
  EXPECT_EQ(store_.CheckInvariants(), "");
}

}  // namespace
