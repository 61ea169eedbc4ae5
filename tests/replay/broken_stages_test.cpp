// Allocators that are broken on purpose: the checked run must name the first bad operation.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <stdexcept>
#include <utility>

#include "replay/checked_run.h"
#include "replay/counting_allocator.h"
#include "schedule_of.h"

namespace workbook::replay {
namespace {

// Line 2 is the first of these.
constexpr std::string_view kFourBlocks =
    "a 1 256 0 1\na 2 256 0 1\na 3 256 0 1\nf 2 0 2\na 4 100 0 2\nf 1 0 3\nf 3 0 3\nf 4 0 3\n"
    "end 8\n";

// An allocator whose way to get memory is given, and whose way to free it is a plain function.
class Made : public c10::Allocator {
 public:
  Made(std::function<void*(std::size_t)> take, c10::DeleterFnPtr free)
      : take_(std::move(take)), free_(free) {}
  c10::DataPtr allocate(std::size_t bytes) override {
    void* const block = bytes == 0 ? nullptr : take_(bytes);
    return {block, block, free_, c10::DeviceType::CPU};
  }
  c10::DeleterFnPtr raw_deleter() const override { return free_; }
  void copy_data(void* to, const void* from, std::size_t bytes) const override {
    default_copy_data(to, from, bytes);
  }

 private:
  std::function<void*(std::size_t)> take_;
  c10::DeleterFnPtr free_;
};

void* Aligned(std::size_t bytes) { return std::aligned_alloc(64, (bytes + 63) / 64 * 64); }
void FreeNothing(void* /*block*/) {}

CheckedResult Drive(std::function<void*(std::size_t)> take, c10::DeleterFnPtr free,
                    std::string_view lines = kFourBlocks) {
  Made allocator(std::move(take), free);
  return RunChecked(ScheduleOf(lines), {.allocator = &allocator, .alignment = 64});
}

void ExpectWrong(const CheckedResult& result, std::uint64_t line, const std::string& words) {
  EXPECT_EQ(result.line, line) << result.wrong;
  EXPECT_NE(result.wrong.find(words), std::string::npos) << "\"" << words << "\" is not in:\n"
                                                         << result.wrong;
}

TEST(CheckedRun, FindsNothingWrongWithASoundAllocator) {
  const CheckedResult result = Drive(Aligned, std::free);
  EXPECT_EQ(result.wrong, "");
  EXPECT_EQ(result.peak_live_bytes, 768u);
}

TEST(CheckedRun, FindsNothingWrongWithPyTorchsDefaultOnSeveralThreads) {
  CountingAllocator counting;
  const Schedule schedule = ScheduleOf({.seed = 4, .events = 2000, .threads = 3});
  const CheckedResult result = RunChecked(schedule, {.allocator = &counting, .alignment = 64});
  EXPECT_EQ(result.wrong, "");
  EXPECT_EQ(result.peak_live_bytes, schedule.peak_bytes);
  EXPECT_GT(result.Utilisation(), 0.8);
  EXPECT_LE(result.Utilisation(), 1);
}

TEST(CheckedRun, FindsOverlap) {
  alignas(64) static char memory[4096];
  std::size_t used = 0;
  const auto half_a_step = [&used](std::size_t) {
    return memory + std::exchange(used, used + 128);
  };
  const CheckedResult result = Drive(half_a_step, FreeNothing);
  ExpectWrong(result, 3, "block 2 (256 bytes, line 3) overlaps block 1 (256 bytes, line 2)");
  EXPECT_NE(result.wrong.find("| block 1"), std::string::npos) << "no drawing:\n" << result.wrong;
}

TEST(CheckedRun, FindsABlockThatIsHandedOutTwice) {
  alignas(64) static char memory[4096];
  ExpectWrong(
      Drive([](std::size_t) { return memory; }, FreeNothing), 3,
      "block 2 (256 bytes, line 3) was handed out twice: the same address is still block 1");
}

TEST(CheckedRun, FindsAReuseThatIsTooSmall) {
  alignas(64) static char memory[4096];
  std::size_t used = 0;
  // Gives the last freed place again, however large the request is.
  static void* freed = nullptr;
  freed = nullptr;
  const auto reuse = [&used](std::size_t bytes) -> void* {
    if (freed != nullptr) return std::exchange(freed, nullptr);
    return memory + std::exchange(used, used + (bytes + 63) / 64 * 64);
  };
  ExpectWrong(Drive(
                  reuse, [](void* block) { freed = block; },
                  "a 1 64 0 1\na 2 64 0 1\nf 1 0 2\na 3 65 0 2\nend 4\n"),
              5, "block 3 (65 bytes, line 5) overlaps block 2 (64 bytes, line 3)");
}

TEST(CheckedRun, FindsMisalignment) {
  const auto eight_off = [](std::size_t bytes) {
    return static_cast<char*>(Aligned(bytes + 64)) + 8;
  };
  ExpectWrong(Drive(eight_off, FreeNothing), 2, "8 bytes past a multiple of 64");
}

TEST(CheckedRun, FindsAByteThatTheAllocatorWroteOver) {
  static unsigned char* first = nullptr;
  first = nullptr;
  const auto scribble = [](std::size_t bytes) {
    auto* const block = static_cast<unsigned char*>(Aligned(bytes));
    if (first == nullptr) first = block;
    if (bytes == 100) first[200] ^= 0xff;  // at the allocation of block 4
    return block;
  };
  ExpectWrong(Drive(scribble, std::free), 7, "block 1 (256 bytes, line 2) lost its byte at +200");
}

TEST(CheckedRun, FindsTheLastByteOfABlockThatIsNoWholeNumberOfWords) {
  const auto scribble = [](std::size_t bytes) -> void* {
    static unsigned char* last = nullptr;
    if (bytes == 1) {
      *last ^= 1;
      return Aligned(1);
    }
    auto* const block = static_cast<unsigned char*>(Aligned(bytes));
    last = block + bytes - 1;
    return block;
  };
  ExpectWrong(Drive(scribble, std::free, "a 1 13 0 1\na 2 1 0 1\nf 1 0 1\n"), 4,
              "lost its byte at +12");
}

TEST(CheckedRun, FindsANullPointer) {
  ExpectWrong(Drive([](std::size_t) -> void* { return nullptr; }, FreeNothing), 2,
              "block 1 (256 bytes, line 2) is a null pointer");
}

TEST(CheckedRun, FindsAnException) {
  const auto refuse = [](std::size_t bytes) -> void* {
    if (bytes == 100) throw std::runtime_error("no room");
    return Aligned(bytes);
  };
  ExpectWrong(Drive(refuse, std::free), 6, "allocating block 4 (100 bytes) threw: no room");
}

TEST(CheckedRun, FindsABlockThatTheStageStillCounts) {
  Made allocator(Aligned, std::free);
  const CheckedResult result = RunChecked(
      ScheduleOf(kFourBlocks),
      {.allocator = &allocator, .alignment = 64, .live_blocks = [] { return std::size_t{1}; }});
  ExpectWrong(result, 0, "all blocks were freed, and the stage still counts 1 as live");
}

TEST(CheckedRun, FindsMemoryThatNeverCameBackToMalloc) {
  ExpectWrong(Drive(Aligned, FreeNothing, "a 1 4000000 0 1\nf 1 0 2\nend 2\n"), 0,
              "of malloc's memory are still in use");
}

TEST(CheckedRun, FindsBlocksThatNeverCameBackToTheUpstream) {
  static CountingAllocator counting;
  const std::size_t before = CountingAllocator::live_blocks();
  static void* kept = nullptr;
  kept = nullptr;
  const auto take = [](std::size_t bytes) { return counting.raw_allocate(bytes); };
  const CheckedResult result = Drive(take, [](void* block) {
    if (kept == nullptr) {
      kept = block;
    } else {
      counting.raw_deallocate(block);
    }
  });
  ExpectWrong(result, 0, "1 of the upstream were never given back");
  counting.raw_deallocate(kept);
  EXPECT_EQ(CountingAllocator::live_blocks(), before);
}

TEST(CheckedRun, FreesWhatTheTraceNeverFreed) {
  static int frees = 0;
  frees = 0;
  const CheckedResult result = Drive(
      Aligned,
      [](void* block) {
        frees += block != nullptr;
        std::free(block);
      },
      "a 1 64 0 1\na 2 64 0 1\na 3 0 0 1\n");
  EXPECT_EQ(result.wrong, "");
  EXPECT_EQ(frees, 2);
}

TEST(CheckedRun, CountsWhatTheStageAndItsUpstreamHold) {
  CountingAllocator counting;
  Made allocator(Aligned, std::free);
  std::size_t own = 1536;
  const CheckedResult pool =
      RunChecked(ScheduleOf(kFourBlocks),
                 {.allocator = &allocator, .alignment = 64, .own_bytes = [&own] { return own; }});
  EXPECT_DOUBLE_EQ(pool.Utilisation(), 0.5) << "768 of 1,536 bytes";
  const CheckedResult delegated =
      RunChecked(ScheduleOf(kFourBlocks),
                 {.allocator = &counting, .alignment = 64, .own_bytes = [&own] { return own; }});
  EXPECT_GE(delegated.peak_reserved_bytes, 1536u + 768u) << "delegated bytes count too";
}

TEST(CheckedRun, SaysWhatShareTheStageServedItself) {
  Made allocator(Aligned, std::free);
  const auto drive = [&allocator](std::uint64_t own) {
    return RunChecked(
        ScheduleOf("a 1 64 0 1\na 2 0 0 1\na 3 64 0 1\na 4 9 0 1\na 5 9 0 1\nf 3 0 2\n"),
        {.allocator = &allocator, .alignment = 64, .own_requests = [own] { return own; }});
  };
  EXPECT_DOUBLE_EQ(drive(3).OwnShare().value_or(-1), 0.75) << "a request of 0 bytes is none";
  EXPECT_EQ(drive(4).wrong, "");
  ExpectWrong(drive(5), 0, "counts 5 requests that it served itself, and there were only 4");
  EXPECT_FALSE(Drive(Aligned, std::free).OwnShare()) << "this stage does not count";
}

TEST(CheckedRun, FreesEachBlockOnTheThreadThatFreedItInTheTrace) {
  static thread_local int frees_here = 0;
  static std::atomic<int> most_by_one{0};
  frees_here = 0;
  most_by_one = 0;
  const CheckedResult result = Drive(
      Aligned,
      [](void* block) {
        most_by_one = std::max(most_by_one.load(), ++frees_here);
        std::free(block);
      },
      "a 1 64 0 1\na 2 64 0 1\na 3 64 0 1\nf 1 4 2\nf 2 9 2\nf 3 4 2\nend 6\n");
  EXPECT_EQ(result.wrong, "");
  EXPECT_EQ(most_by_one, 2) << "thread 4 of the trace frees two blocks, thread 9 one";
  EXPECT_EQ(frees_here, 0) << "thread 0 of the trace frees none";
}

}  // namespace
}  // namespace workbook::replay
