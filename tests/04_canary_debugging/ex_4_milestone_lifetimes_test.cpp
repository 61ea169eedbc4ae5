// Ends and beginnings: exit, fork, threads, tensors older and younger than the swap, handlers that
// allocate, an upstream that has no more.
#include "pch.h"
//
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>

#include "child.h"
#include "tensor_heap.h"

namespace {

using workbook::DebugAllocator;
using workbook::DebugOptions;
using workbook::Finding;
using workbook::test_support::ScopedSwap;
using workbook::test_support::StatusOfChild;
using workbook::testing::TensorHeap;

TEST(Ex4_milestone_Lifetimes, SwitchedOffEverythingIsTheUpstreams) {
  c10::Allocator* const upstream = c10::GetDefaultCPUAllocator();
  DebugAllocator off(upstream, DebugOptions::Off());
  const c10::DataPtr pointer = off.allocate(100);
  EXPECT_EQ(off.raw_deleter(), upstream->raw_deleter());
  EXPECT_EQ(pointer.get_deleter(), upstream->raw_deleter());
  EXPECT_EQ(off.memory_summary(), "");
  EXPECT_THROW(off.heap(), c10::Error);
}

TEST(Ex4_milestone_Lifetimes, RefusesOptionsThatCannotWork) {
  c10::Allocator* const upstream = c10::GetDefaultCPUAllocator();
  EXPECT_THROW(DebugAllocator(nullptr), c10::Error);
  EXPECT_THROW(DebugAllocator(upstream, {.alignment = 48}), c10::Error);
  EXPECT_THROW(DebugAllocator(upstream, {.alignment = 0}), c10::Error);
}

TEST(Ex4_milestone_Lifetimes, TensorsOlderThanTheSwapKeepTheirAllocator) {
  TensorHeap& watched = TensorHeap::Make();
  at::Tensor older = at::ones({1000});
  {
    const ScopedSwap swap(watched.allocator());
    older.resize_({5000});
    older.reset();
  }
  EXPECT_EQ(watched.heap().Statistics().allocation.allocated, 0U);
  EXPECT_EQ(watched.Findings().size(), 0U) << watched.Reports();
}

TEST(Ex4_milestone_Lifetimes, TensorsOutliveTheSwapAndTheAllocator) {
  at::Tensor survivor;
  {
    DebugAllocator allocator(c10::GetDefaultCPUAllocator());
    const ScopedSwap swap(allocator);
    survivor = at::ones({1000});
  }
  EXPECT_EQ(survivor.sum().item<float>(), 1000.0F);
  survivor.reset();
}

TEST(Ex4_milestone_Lifetimes, AnotherThreadMayFreeAndIsNamed) {
  TensorHeap& watched = TensorHeap::Make(DebugOptions::CanariesOnly());
  auto* const data = static_cast<char*>(watched.allocator().raw_allocate(100));
  data[100] = 0;
  int other_thread = 0;
  std::thread([&] {
    other_thread = workbook::ThisThread();
    watched.allocator().raw_deallocate(data);
  }).join();
  ASSERT_EQ(watched.Findings().size(), 1U);
  const Finding finding = watched.Findings()[0];
  EXPECT_EQ(finding.block.allocated_by, workbook::ThisThread());
  EXPECT_EQ(finding.block.freed_by, other_thread);
  EXPECT_EQ(finding.thread, other_thread);
}

TEST(Ex4_milestone_Lifetimes, AnUpstreamWithoutMemoryIsPyTorchsError) {
  TensorHeap& watched = TensorHeap::Make();
  try {
    static_cast<void>(watched.allocator().allocate(std::size_t{1} << 50));
    FAIL() << "no machine has that much";
  } catch (const c10::OutOfMemoryError& error) {
    EXPECT_NE(error.msg().find("1125899906842624"), std::string::npos) << error.msg();
    EXPECT_NE(error.msg().find("DefaultCPUAllocator"), std::string::npos)
        << "the upstream's own words are missing:\n"
        << error.msg();
  }
  EXPECT_EQ(watched.heap().Statistics().num_ooms, 1U);
  EXPECT_EQ(watched.heap().Leaks().blocks, 0U);
}

// A handler that logs with tensors, from the very allocator that reports, and has a bug of its own.
struct Logger {
  DebugAllocator* allocator = nullptr;
  int calls = 0;

  static void Log(const Finding&, void* self) {
    auto& logger = *static_cast<Logger*>(self);
    ++logger.calls;
    const c10::DataPtr note = logger.allocator->allocate(64);
    static_cast<char*>(note.get())[64] = 0;
  }
};

TEST(Ex4_milestone_Lifetimes, AHandlerMayAllocateAndItsOwnBugsDoNotCallItAgain) {
  static auto& logger = *new Logger;
  DebugOptions options = DebugOptions::CanariesOnly();
  options.handler = &Logger::Log;
  options.handler_context = &logger;
  logger.allocator = new DebugAllocator(c10::GetDefaultCPUAllocator(), options);
  auto* const data = static_cast<char*>(logger.allocator->raw_allocate(100));
  data[100] = 0;
  logger.allocator->raw_deallocate(data);
  EXPECT_EQ(logger.calls, 1);
  EXPECT_EQ(logger.allocator->heap().Statistics().num_findings, 2U) << "both are counted";
}

TEST(Ex4_milestone_Death, AnAbortComesAfterTheReport) {
  DebugOptions options = DebugOptions::CanariesOnly();
  options.on_finding = workbook::OnFinding::kAbort;
  DebugAllocator allocator(c10::GetDefaultCPUAllocator(), options);
  auto* const data = static_cast<char*>(allocator.raw_allocate(100));
  EXPECT_DEATH(
      {
        data[100] = 0;
        allocator.raw_deallocate(data);
      },
      "overrun: somebody wrote behind the last byte");
  allocator.raw_deallocate(data);
}

// Constructed before the allocator, so destroyed after whatever is destroyed at exit.
at::Tensor& FreedLast() {
  static at::Tensor tensor;
  return tensor;
}

TEST(Ex4_milestone_Death, TensorsAreFreedAfterMainWithoutAWord) {
  EXPECT_EXIT(
      {
        at::Tensor& last = FreedLast();
        auto& allocator = *new DebugAllocator(c10::GetDefaultCPUAllocator());
        c10::SetAllocator(c10::DeviceType::CPU, &allocator);
        last = at::ones({1000});
        static const at::Tensor never_freed_by_hand = at::ones({10});
        std::exit(0);
      },
      testing::ExitedWithCode(0), "^$");
}

TEST(Ex4_milestone_Lifetimes, ForksInTheMiddleOfOtherThreadsCallsNeverHang) {
  DebugOptions options = DebugOptions::Everything();
  options.quarantine_bytes = std::size_t{64} << 10;  // each child looks through all of it
  TensorHeap& watched = TensorHeap::Make(options);
  c10::Allocator& allocator = watched.allocator();
  std::atomic<bool> stop = false;
  std::atomic<int> ready = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < 2; ++t) {
    threads.emplace_back([&] {
      allocator.raw_deallocate(allocator.raw_allocate(100));
      ++ready;
      while (!stop) allocator.raw_deallocate(allocator.raw_allocate(1000));
    });
  }
  while (ready < 2) std::this_thread::yield();
  for (int i = 0; i < 30; ++i) {
    const int status = StatusOfChild([&] {
      for (int k = 0; k < 100; ++k) allocator.raw_deallocate(allocator.raw_allocate(500));
      return watched.heap().Check() == 0 && workbook::ThisThread() == getpid();
    });
    EXPECT_EQ(status, 0) << "fork " << i << ": the child "
                         << (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM
                                 ? "hangs on a lock that a missing thread holds"
                                 : "crashed or found something");
    if (status != 0) break;
  }
  stop = true;
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(watched.Findings().size(), 0U) << watched.Reports();
}

}  // namespace
