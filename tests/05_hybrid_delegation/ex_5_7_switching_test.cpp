#include "pch.h"
// The precompiled header comes first.
#include <map>
#include <memory>
#include <random>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "doubling_classes.h"
#include "fake_upstream.h"
#include "hybrid_allocator.h"
#include "owner_in_words.h"
#include "pattern.h"
#include "scoped_swap.h"

namespace {

using workbook::Delegated;
using workbook::HybridAllocator;
using workbook::HybridCore;
using workbook::HybridOptions;
using workbook::Owner;
using workbook::RoutingStatistics;
using workbook::test_support::FakeUpstream;
using workbook::test_support::FillPattern;
using workbook::test_support::FirstMismatch;
using workbook::test_support::ScopedSwap;

HybridOptions QuicklyHot() {
  HybridOptions options;
  options.heat.hot_requests = 2;
  return options;
}

constexpr std::size_t kHotBytes = 65'536;

// Two live blocks of a shelf and an idle one.
std::vector<void*> WarmUp(HybridCore& core) {
  core.Free(core.Allocate(kHotBytes));
  std::vector<void*> blocks;
  for (int i = 0; i < 3; ++i) blocks.push_back(core.Allocate(kHotBytes));
  core.Free(blocks.back());
  blocks.pop_back();
  return blocks;
}

TEST(Ex5_7, SwitchedOffEverythingGoesUpstream) {
  FakeUpstream upstream;
  HybridCore core(upstream);
  core.Open(QuicklyHot());
  for (void* const block : WarmUp(core)) core.Free(block);
  core.SetEnabled(false);
  EXPECT_EQ(upstream.live_blocks(), 0U) << "idle blocks must go back when it is switched off";
  for (const std::size_t bytes : {std::size_t{100}, kHotBytes}) {
    void* const block = core.Allocate(bytes);
    EXPECT_EQ(upstream.BytesOf(block), bytes) << "switched off, the upstream serves everything";
    core.Free(block);
    EXPECT_EQ(upstream.live_blocks(), 0U) << "a block of " << bytes << " bytes did not go back";
  }
  EXPECT_EQ(core.Statistics().delegated_by(Delegated::kSwitchedOff), 2U);
  EXPECT_EQ(core.CheckInvariants(), "");
}

// A request that comes while the idle blocks go back.
TEST(Ex5_7, NothingIsRoutedAnyMoreOnceBlocksGoBack) {
  FakeUpstream upstream;
  HybridCore core(upstream);
  core.Open(QuicklyHot());
  for (void* const block : WarmUp(core)) core.Free(block);
  int asked = 0;
  void* late = nullptr;
  upstream.before_free = [&] {
    if (asked++ > 0) return;
    EXPECT_FALSE(core.enabled()) << "it gives idle blocks back, and new requests still take them";
    late = core.Allocate(kHotBytes);
  };
  core.SetEnabled(false);
  upstream.before_free = nullptr;
  EXPECT_GT(asked, 0) << "three idle blocks had to go back";
  EXPECT_EQ(upstream.BytesOf(late), kHotBytes);
  EXPECT_EQ(core.Statistics().delegated[static_cast<std::size_t>(Delegated::kSwitchedOff)], 1U)
      << "a request in the middle of the switch is the upstream's";
  core.Free(late);
}

TEST(Ex5_7, BlocksThatAreAliveOutliveTheSwitch) {
  FakeUpstream upstream;
  HybridCore core(upstream);
  core.Open(QuicklyHot());
  const std::vector<void*> blocks = WarmUp(core);
  void* const small = core.Allocate(100);
  FillPattern(blocks[0], kHotBytes, 1);
  FillPattern(small, 100, 2);
  core.SetEnabled(false);
  EXPECT_EQ(FirstMismatch(blocks[0], kHotBytes, 1), kHotBytes) << "a living block lost its bytes";
  EXPECT_EQ(FirstMismatch(small, 100, 2), 100U) << "a pool's living block lost its bytes";
  EXPECT_EQ(upstream.live_blocks(), 2U) << "two blocks are alive; the third was idle";
  for (void* const block : blocks) core.Free(block);
  EXPECT_EQ(upstream.live_blocks(), 0U)
      << "freed while switched off, a block must go upstream, where it came from";
  EXPECT_EQ(core.OwnerOf(small), Owner::kPool);
  core.Free(small);
  EXPECT_EQ(core.CheckInvariants(), "");
}

// The table must not remember a block that became the upstream's: its address comes back.
TEST(Ex5_7, ABlockFromBeforeTheSwitchIsNobodysOnAShelf) {
  FakeUpstream upstream;
  HybridCore core(upstream);
  core.Open(QuicklyHot());
  const std::vector<void*> blocks = WarmUp(core);
  core.SetEnabled(false);
  for (void* const block : blocks) {
    EXPECT_EQ(core.OwnerOf(block), Owner::kUpstream)
        << "after the switch a living block is an ordinary one of the upstream";
  }
  EXPECT_EQ(core.Statistics().shelves.owned_bytes, 0U);
  core.SetEnabled(true);
  for (void* const block : blocks) core.Free(block);
  EXPECT_EQ(upstream.live_blocks(), 0U) << "a block of before was put on a shelf";
  EXPECT_EQ(core.CheckInvariants(), "");
}

TEST(Ex5_7, ForgettingLeavesIdleBlocksAndStartsThePeakAnew) {
  FakeUpstream upstream;
  HybridCore core(upstream);
  core.Open(QuicklyHot());
  const std::vector<void*> blocks = WarmUp(core);
  core.shelves().ForgetLive();
  const workbook::ShelfStatistics now = core.Statistics().shelves;
  EXPECT_EQ(now.idle_blocks, 1U) << "an idle block is in nobody's hands: it stays on its shelf";
  EXPECT_EQ(now.live_bytes, 0U) << "what is forgotten is not live for the shelves";
  EXPECT_EQ(now.peak_live_bytes, 0U) << "the peak starts anew";
  EXPECT_EQ(core.CheckInvariants(), "");
  for (void* const block : blocks) core.Free(block);
  EXPECT_EQ(upstream.live_blocks(), now.idle_blocks) << "forgotten blocks go upstream";
}

TEST(Ex5_7, SwitchedOnAgainItStartsCold) {
  FakeUpstream upstream;
  HybridCore core(upstream);
  core.Open(QuicklyHot());
  for (void* const block : WarmUp(core)) core.Free(block);
  core.SetEnabled(false);
  core.SetEnabled(true);
  void* const first = core.Allocate(kHotBytes);
  EXPECT_EQ(core.Statistics().delegated_by(Delegated::kCold), 2U)
      << "the first request after the switch is cold, as the very first one was";
  void* const second = core.Allocate(kHotBytes);
  EXPECT_EQ(core.Statistics().promotions, 2U) << "the second turns its class hot again";
  void* const small = core.Allocate(100);
  EXPECT_EQ(core.OwnerOf(small), Owner::kPool);
  for (void* const block : {first, second, small}) core.Free(block);
  EXPECT_EQ(core.CheckInvariants(), "");
}

TEST(Ex5_7, SwitchingOnWhatIsOnChangesNothing) {
  FakeUpstream upstream;
  HybridCore core(upstream);
  core.Open(QuicklyHot());
  const std::vector<void*> blocks = WarmUp(core);
  core.SetEnabled(true);
  EXPECT_EQ(core.Statistics().shelves.idle_blocks, 1U)
      << "it was on before: the idle block must stay on its shelf";
  EXPECT_EQ(core.Statistics().shelves.live_bytes, 2 * kHotBytes)
      << "it was on before: the two living blocks must not be forgotten";
  for (void* const block : blocks) core.Free(block);
  EXPECT_EQ(core.Statistics().shelves.idle_blocks, 3U)
      << "it was on before: the class is still hot, and keeps the blocks that are freed";
  EXPECT_EQ(core.CheckInvariants(), "");
}

TEST(Ex5_7, TheSwitchMayBeThrownInTheMiddleOfARandomRun) {
  FakeUpstream upstream;
  HybridCore core(upstream);
  core.Open(QuicklyHot());
  struct Block {
    void* data;
    std::size_t bytes, seed;
  };
  std::vector<Block> live;
  std::mt19937 random(17);
  for (std::size_t step = 1; step <= 8000; ++step) {
    if (step % 97 == 0) core.SetEnabled(random() % 2 == 0);
    if (live.size() < 60 && random() % 2 == 0) {
      const std::size_t bytes = random() % 2 == 0 ? 1 + random() % 600 : 60'000 + random() % 4;
      live.push_back({core.Allocate(bytes), bytes, step});
      FillPattern(live.back().data, bytes, step);
    } else if (!live.empty()) {
      std::swap(live[random() % live.size()], live.back());
      const Block& block = live.back();
      ASSERT_EQ(FirstMismatch(block.data, block.bytes, block.seed), block.bytes)
          << "step " << step << ": block " << block.seed << " lost its bytes";
      core.Free(block.data);
      live.pop_back();
    }
    if (step % 97 == 0) {
      ASSERT_EQ(core.CheckInvariants(), "") << "step " << step;
    }
  }
  for (const Block& block : live) core.Free(block.data);
  core.SetEnabled(false);
  EXPECT_EQ(upstream.live_blocks(), 0U) << "all is free and switched off";
}

// A cut block is one block for the shelves, and all its parts must be back before it can go.
TEST(Ex5_7, PartsOfACutBlockOutliveTheSwitch) {
  FakeUpstream upstream;
  HybridCore core(upstream);
  HybridOptions options = QuicklyHot();
  options.pool_bytes = {512};
  options.floor_bytes = 64 * 1024;
  options.shelf_classes = workbook::test_support::DoublingClasses();
  core.Open(options);
  std::mt19937 random(4);
  std::vector<void*> held(40, nullptr);
  for (int i = 0; i < 6000; ++i) {
    void*& block = held[random() % held.size()];
    core.Free(block);
    block = core.Allocate(600 + random() % 70'000);
    if (i % 50 == 0) {
      ASSERT_EQ(core.CheckInvariants(), "") << "in step " << i;
    }
    if (i % 300 != 299) continue;
    EXPECT_GT(core.Statistics().halved, 0U);
    core.SetEnabled(false);
    EXPECT_EQ(core.Statistics().shelves.live_bytes, 0U)
        << "switched off, nothing is live on shelves. (A number near 2^64: live bytes fell below "
           "0, because living blocks were forgotten too early. StopKeeping() first, then "
           "ForgetLive().)";
    EXPECT_EQ(core.CheckInvariants(), "");
    core.SetEnabled(true);
  }
  for (void* const block : held) core.Free(block);
  EXPECT_EQ(core.CheckInvariants(), "");
  EXPECT_EQ(upstream.live_bytes, core.Statistics().shelves.owned_bytes)
      << "what is on no shelf must have gone upstream, in whole blocks";
}

TEST(Ex5_7, OneThreadMaySwitchWhileOthersAllocate) {
  FakeUpstream upstream;
  HybridCore core(upstream);
  core.Open(QuicklyHot());
  std::atomic<bool> stop = false;
  std::vector<std::thread> threads;
  for (int t = 0; t < 2; ++t) {
    threads.emplace_back([&] {
      while (!stop) {
        void* const first = core.Allocate(kHotBytes);
        void* const second = core.Allocate(64);
        core.Free(first);
        core.Free(second);
      }
    });
  }
  for (int i = 0; i < 200; ++i) core.SetEnabled(i % 2 == 1);
  stop = true;
  for (std::thread& thread : threads) thread.join();
  core.SetEnabled(false);
  EXPECT_EQ(upstream.live_blocks(), 0U) << "all is free and switched off";
  EXPECT_EQ(core.CheckInvariants(), "");
}

// The adapter, on an upstream whose blocks can be told from the default's.
class CountingUpstream final : public c10::Allocator {
 public:
  c10::DataPtr allocate(std::size_t n) override {
    TORCH_CHECK(n <= most_bytes, "the upstream is out of memory");
    ++allocations;
    ++live;
    void* const data = std::aligned_alloc(64, (n + 63) / 64 * 64);
    return {data, data, &Delete, c10::Device(c10::DeviceType::CPU)};
  }
  c10::DeleterFnPtr raw_deleter() const override { return &Delete; }
  void copy_data(void* dest, const void* src, std::size_t n) const override {
    default_copy_data(dest, src, n);
  }

  std::size_t most_bytes = std::size_t{1} << 30;
  int allocations = 0;
  inline static std::atomic<int> live = 0;  // of all CountingUpstreams

 private:
  static void Delete(void* data) {
    --live;
    std::free(data);
  }
};

// Upstreams live until the process ends.
CountingUpstream& MakeUpstream() { return *new CountingUpstream; }

TEST(Ex5_7_adapter, OneDeleterForPoolShelfAndUpstream) {
  HybridAllocator allocator(&MakeUpstream(), QuicklyHot());
  HybridCore& core = allocator.core();
  for (void* const block : WarmUp(core)) core.Free(block);
  std::map<Owner, std::size_t> sizes = {
      {Owner::kPool, 100}, {Owner::kShelf, kHotBytes}, {Owner::kUpstream, 90'000'000}};
  for (const auto& [owner, bytes] : sizes) {
    const c10::DataPtr pointer = allocator.allocate(bytes);
    EXPECT_EQ(core.OwnerOf(pointer.get()), owner) << bytes << " bytes";
    EXPECT_EQ(pointer.get_context(), pointer.get()) << bytes << " bytes: context must be data";
    EXPECT_EQ(pointer.get_deleter(), allocator.raw_deleter())
        << bytes << " bytes: raw_deleter() promises one function for all";
    EXPECT_EQ(pointer.device(), c10::Device(c10::DeviceType::CPU));
  }
  const c10::DeleterFnPtr before = allocator.raw_deleter();
  core.SetEnabled(false);
  EXPECT_EQ(allocator.raw_deleter(), before) << "the switch must not change the deleter";
  EXPECT_EQ(allocator.allocate(100).get_deleter(), before);
}

TEST(Ex5_7_adapter, ZeroBytesAskNobody) {
  CountingUpstream& upstream = MakeUpstream();
  HybridAllocator allocator(&upstream);
  for (const bool enabled : {true, false}) {
    allocator.core().SetEnabled(enabled);
    const c10::DataPtr empty = allocator.allocate(0);
    EXPECT_EQ(empty.get(), nullptr);
    EXPECT_EQ(empty.get_deleter(), allocator.raw_deleter());
  }
  allocator.raw_deallocate(nullptr);
  EXPECT_EQ(allocator.core().Statistics().requests, 0U) << "a request of 0 bytes was routed";
  EXPECT_EQ(upstream.allocations, 0);
}

// What a failed request of so many bytes says.
std::string FailureOf(HybridAllocator& allocator, std::size_t bytes) {
  try {
    static_cast<void>(allocator.allocate(bytes));
  } catch (const c10::OutOfMemoryError& error) {
    return error.msg();
  }
  return "no c10::OutOfMemoryError at all";
}

void ExpectWords(const std::string& message, const std::string& words, const char* why) {
  EXPECT_TRUE(message.find(words) != std::string::npos)
      << "the message of the failure must contain \"" << words << "\": " << why
      << ". It was: " << message;
}

TEST(Ex5_7_adapter, AFailureNamesWhatWasAskedForAndWhatIsHeld) {
  CountingUpstream& upstream = MakeUpstream();
  HybridAllocator allocator(&upstream, QuicklyHot());
  const std::vector<void*> blocks = WarmUp(allocator.core());
  upstream.most_bytes = 0;
  const std::string message = FailureOf(allocator, 7'777'777);
  ExpectWords(message, "7777777 bytes", "the bytes asked for");
  ExpectWords(message, "live: 131072 bytes", "two blocks of 65536 bytes are live on shelves");
  ExpectWords(message, "idle: 0 bytes",
              "the idle block was given back before the request failed (idle_bytes)");
  ExpectWords(message, "slabs: 0 bytes", "no pool has a slab");
  upstream.most_bytes = std::size_t{1} << 30;
  EXPECT_NE(allocator.allocate(7'777'777).get(), nullptr) << "the next request can be served again";
  for (void* const block : blocks) allocator.raw_deallocate(block);
}

TEST(Ex5_7_adapter, AFailureTellsLiveBytesFromOwnedOnesAndNamesTheSlabs) {
  CountingUpstream& upstream = MakeUpstream();
  HybridOptions options;
  options.heat.hot_requests = 1;
  options.floor_bytes = 0;
  options.shelf_classes = {{60'001, 65'536}, {100'001, 114'688}};
  HybridAllocator allocator(&upstream, options);
  const c10::DataPtr small = allocator.allocate(100);
  allocator.allocate(114'688).clear();
  const c10::DataPtr stand_in = allocator.allocate(65'536);
  ASSERT_EQ(allocator.core().Statistics().shelves.owned_bytes, 114'688U)
      << "an idle block of 114688 bytes was to stand in";
  upstream.most_bytes = 0;
  const std::string message = FailureOf(allocator, 7'777'777);
  ExpectWords(
      message, "live: 65536 bytes",
      "a block of 114688 bytes stands in for one of 65536, and counts as live with what was "
      "asked for (live_bytes, not owned_bytes)");
  ExpectWords(message, "slabs: 4194304 bytes", "a pool has one slab (pool_reserved_bytes)");
}

TEST(Ex5_7_adapter, TwoAllocatorsHaveTwoDeleters) {
  CountingUpstream& upstream = MakeUpstream();
  HybridAllocator first(&upstream, QuicklyHot());
  HybridAllocator second(&upstream, QuicklyHot());
  ASSERT_NE(first.raw_deleter(), second.raw_deleter());
  const std::vector<void*> of_first = WarmUp(first.core());
  const std::vector<void*> of_second = WarmUp(second.core());
  for (void* const block : of_first) first.raw_deallocate(block);
  for (void* const block : of_second) second.raw_deallocate(block);
  EXPECT_EQ(first.core().Statistics().shelves.idle_blocks, 3U);
  EXPECT_EQ(second.core().Statistics().shelves.idle_blocks, 3U);
}

TEST(Ex5_7_adapter, TensorsOutliveTheAllocator) {
  CountingUpstream& upstream = MakeUpstream();
  std::vector<at::Tensor> survivors;
  const int live_before = CountingUpstream::live;
  {
    HybridAllocator allocator(&upstream, QuicklyHot());
    const ScopedSwap swap(allocator);
    for (const std::int64_t length : {25, 10'000, 10'000, 10'000, 3'000'000})
      survivors.push_back(at::full({length}, 3, at::kInt));
  }
  HybridAllocator next(&upstream, QuicklyHot());
  const ScopedSwap swap(next);
  const at::Tensor noise = at::full({10'000}, -1, at::kInt);
  for (const at::Tensor& tensor : survivors)
    EXPECT_EQ(tensor.sum().item<std::int64_t>(), 3 * tensor.numel()) << "after its allocator ended";
  survivors.clear();
  EXPECT_EQ(CountingUpstream::live - live_before, next.core().Statistics().shelves.owned_blocks)
      << "the large tensors of before must go upstream: nobody else is left for them";
}

TEST(Ex5_7_adapter, ATensorMayDieInAnotherThread) {
  HybridAllocator& allocator = *new HybridAllocator(c10::GetDefaultCPUAllocator(), QuicklyHot());
  const ScopedSwap swap(allocator);
  std::vector<at::Tensor> tensors;
  for (int i = 0; i < 50; ++i) {
    for (const std::int64_t length : {20, 900, 10'000}) tensors.push_back(at::full({length}, i));
  }
  std::thread([&tensors] { tensors.clear(); }).join();
  EXPECT_EQ(allocator.core().Statistics().shelves.live_bytes, 0U);
  EXPECT_EQ(allocator.core().CheckInvariants(), "");
}

TEST(Ex5_7_adapter, ResizingATensorOfBeforeTheSwitchWorks) {
  HybridAllocator& allocator = *new HybridAllocator(c10::GetDefaultCPUAllocator(), QuicklyHot());
  at::Tensor tensor;
  {
    const ScopedSwap swap(allocator);
    tensor = at::full({10'000}, 3, at::kInt);
    tensor = at::full({10'000}, 3, at::kInt);
  }
  allocator.core().SetEnabled(false);
  tensor.resize_({20'000});
  EXPECT_EQ(tensor.slice(0, 0, 10'000).sum().item<std::int64_t>(), 30'000);
  allocator.core().SetEnabled(true);
  tensor.resize_({40'000});
  EXPECT_EQ(tensor.slice(0, 0, 10'000).sum().item<std::int64_t>(), 30'000);
}

TEST(Ex5_7_adapter, AnUpstreamWithoutARawDeleterIsRefused) {
  class NoRawDeleter final : public c10::Allocator {
    c10::DataPtr allocate(std::size_t) override { return {}; }
    void copy_data(void*, const void*, std::size_t) const override {}
  } upstream;
  EXPECT_THROW(HybridAllocator{&upstream}, c10::Error);
  EXPECT_THROW(HybridAllocator{nullptr}, c10::Error);
}

}  // namespace
