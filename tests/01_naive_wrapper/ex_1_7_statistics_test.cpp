#include "pch.h"
//
#include "naive_allocator.h"
#include "scoped_swap.h"

namespace workbook {

static void PrintTo(const ByteStatistics& now, std::ostream* out) {
  *out << now.live_bytes << " bytes live in " << now.live_blocks << " blocks, peak "
       << now.peak_bytes << ", " << now.total_allocations << " allocations in all";
}

namespace {

// Fails with a sentence unless that many payload bytes are live in that many blocks.
void ExpectLive(const NaiveAllocator& allocator, std::size_t bytes, std::size_t blocks,
                const std::string& why, int line) {
  const ByteStatistics now = allocator.Statistics();
  if (now.live_bytes == bytes && now.live_blocks == blocks) return;
  ADD_FAILURE_AT(__FILE__, line) << why << '\n'
                                 << "  expected: " << bytes << " payload bytes live in " << blocks
                                 << " blocks\n"
                                 << "  counted:  " << testing::PrintToString(now);
}

#define EXPECT_LIVE(allocator, bytes, blocks, why) \
  ExpectLive(allocator, bytes, blocks, why, __LINE__)

// Tensors get an allocator of their own for each test, which lives for good.
NaiveAllocator& NewAllocator() {
  static auto* const all = new std::vector<std::unique_ptr<NaiveAllocator>>;
  return *all->emplace_back(std::make_unique<NaiveAllocator>());
}

TEST(Ex1_7, CountsWhatIsLive) {
  NaiveAllocator allocator;
  c10::DataPtr first = allocator.allocate(100);
  EXPECT_LIVE(allocator, 100, 1, "after allocate(100)");
  const c10::DataPtr second = allocator.allocate(20);
  EXPECT_LIVE(allocator, 120, 2, "after allocate(100) and allocate(20)");
  first.clear();
  EXPECT_LIVE(allocator, 20, 1, "after the free of 100 bytes");
}

TEST(Ex1_7, ThePeakSurvivesTheFree) {
  NaiveAllocator allocator;
  allocator.allocate(100).clear();
  EXPECT_EQ(allocator.Statistics().peak_bytes, 100U);
  allocator.ResetPeak();
  EXPECT_EQ(allocator.Statistics().peak_bytes, 0U);
}

TEST(Ex1_7, HeadersAreNotCounted) {
  NaiveAllocator allocator;
  std::vector<c10::DataPtr> blocks(1000);
  for (c10::DataPtr& block : blocks) block = allocator.allocate(1);
  EXPECT_LIVE(allocator, 1000, 1000,
              "after 1000 blocks of 1 byte; the 16 bytes of header are not counted");
}

TEST(Ex1_7, EmptyBlocksAreNotCounted) {
  NaiveAllocator allocator;
  const c10::DataPtr empty = allocator.allocate(0);
  allocator.raw_deallocate(nullptr);
  EXPECT_LIVE(allocator, 0, 0, "an empty block takes no memory");
  EXPECT_EQ(allocator.Statistics().total_allocations, 0U);
}

TEST(Ex1_7, RefusedRequestsAreNotCounted) {
  NaiveAllocator allocator;
  for (const std::size_t n : {std::size_t{1} << 50, std::size_t{0} - 1, kMaxPayloadBytes}) {
    EXPECT_THROW(allocator.allocate(n), c10::OutOfMemoryError);
  }
  EXPECT_LIVE(allocator, 0, 0, "after three refused requests");
  EXPECT_EQ(allocator.Statistics().peak_bytes, 0U);
  EXPECT_EQ(allocator.Statistics().total_allocations, 0U);
}

TEST(Ex1_7, EachAllocatorCountsItsOwnBlocks) {
  NaiveAllocator ours;
  NaiveAllocator theirs;
  c10::DataPtr block = ours.allocate(100);
  const c10::DataPtr other = theirs.allocate(7);
  block.clear();  // a plain function frees it; only the header says whose it was
  EXPECT_LIVE(ours, 0, 0, "our only block was freed");
  EXPECT_LIVE(theirs, 7, 1, "the other allocator's block still lives");
}

TEST(Ex1_7, RawBlocksAreCounted) {
  NaiveAllocator allocator;
  void* raw = allocator.raw_allocate(50);
  EXPECT_LIVE(allocator, 50, 1, "after raw_allocate(50)");
  allocator.raw_deallocate(raw);
  EXPECT_LIVE(allocator, 0, 0, "after raw_deallocate");
}

TEST(Ex1_7, ThreadsAreCountedExactly) {
  NaiveAllocator allocator;
  std::array<std::vector<c10::DataPtr>, 4> kept;
  std::vector<std::thread> threads;
  for (auto& mine : kept) {
    threads.emplace_back([&] {
      for (std::size_t i = 0; i < 3000; ++i) {
        c10::DataPtr block = allocator.allocate(1 + i % 500);
        if (i % 3 == 0) mine.push_back(std::move(block));
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  std::size_t bytes = 0;
  for (std::size_t i = 0; i < 3000; i += 3) bytes += 1 + i % 500;
  EXPECT_LIVE(allocator, 4 * bytes, 4000, "four threads kept 1000 blocks each");
  EXPECT_EQ(allocator.Statistics().total_allocations, 12'000U);
  std::thread([&] { kept = {}; }).join();
  EXPECT_LIVE(allocator, 0, 0, "after another thread freed everything");
}

TEST(Ex1_7, AViewIsNoBlock) {
  NaiveAllocator& allocator = NewAllocator();
  const test_support::ScopedSwap swap(allocator);
  at::Tensor base = at::empty({1000}, at::kByte);
  at::Tensor view = base.slice(0, 10, 20);
  EXPECT_LIVE(allocator, 1000, 1, "a view takes no memory");
  base.reset();
  EXPECT_LIVE(allocator, 1000, 1, "ten visible bytes keep all 1000 alive");
  view.reset();
  EXPECT_LIVE(allocator, 0, 0, "base and view are gone");
}

TEST(Ex1_7, GrowingATensorHoldsBothBlocksForAMoment) {
  NaiveAllocator& allocator = NewAllocator();
  const test_support::ScopedSwap swap(allocator);
  at::Tensor tensor = at::empty({1000}, at::kByte);
  tensor.resize_({3000});
  EXPECT_LIVE(allocator, 3000, 1, "resize_ to 3000 bytes freed the old block");
  EXPECT_EQ(allocator.Statistics().peak_bytes, 4000U) << "old and new block, while it copies";
  tensor.resize_({10});
  EXPECT_LIVE(allocator, 3000, 1, "shrinking frees nothing");
}

}  // namespace
}  // namespace workbook
