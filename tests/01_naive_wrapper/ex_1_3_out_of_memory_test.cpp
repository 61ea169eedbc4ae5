#include "pch.h"
//
#include <sys/resource.h>
#include <unistd.h>

#include <fstream>
#include <limits>

#include "naive_allocator.h"
#include "naive_blocks.h"
#include "scoped_swap.h"

namespace workbook {
namespace {

constexpr std::size_t kMost = std::numeric_limits<std::size_t>::max();
constexpr auto kMostSigned = static_cast<std::size_t>(std::numeric_limits<std::ptrdiff_t>::max());
constexpr std::size_t kHuge = std::size_t{1} << 50;  // beyond what 47 bits of address space hold

NaiveAllocator& Allocator() {
  static auto* const allocator = new NaiveAllocator;
  return *allocator;
}

/// The message of the c10::OutOfMemoryError that allocate(n) throws; a test failure and "" else.
std::string MessageOf(std::size_t n) {
  try {
    const c10::DataPtr pointer = Allocator().allocate(n);
    ADD_FAILURE() << "allocate(" << n << ") returned " << pointer.get()
                  << "; it must throw c10::OutOfMemoryError"
                  << (pointer.get() == nullptr ? ", never hand out a null block" : "");
  } catch (const c10::OutOfMemoryError& error) {
    return error.msg();
  } catch (const std::exception& error) {
    ADD_FAILURE() << "allocate(" << n << ") threw something else than c10::OutOfMemoryError:\n  "
                  << error.what();
  }
  return {};
}

TEST(Ex1_3, AHugeRequestThrowsOutOfMemoryError) { MessageOf(kHuge); }

TEST(Ex1_3, TheMessageNamesTheSizeAskedFor) {
  const std::string message = MessageOf(kHuge);
  EXPECT_NE(message.find(std::to_string(kHuge)), std::string::npos)
      << "asked for " << kHuge << " bytes; the message says:\n  " << message;
}

TEST(Ex1_3, TheMessageNamesTheLimit) {
  const std::string message = MessageOf(kHuge);
  EXPECT_NE(message.find(std::to_string(kMaxPayloadBytes)), std::string::npos)
      << "the limit is " << kMaxPayloadBytes << " bytes; the message says:\n  " << message;
}

TEST(Ex1_3, SizesWhoseHeaderOverflowsAreRefused) {
  for (const std::size_t n : {kMost, kMost - 1, kMost - 14, kMost - 15, kMost - 16, kMost - 17}) {
    const std::string message = MessageOf(n);
    EXPECT_NE(message.find(std::to_string(n)), std::string::npos)
        << n << " + " << kHeaderBytes << " bytes of header is " << n + kHeaderBytes
        << " in 64 bits; the message says:\n  " << message;
  }
}

TEST(Ex1_3, NegativeSizesAreRefused) {
  for (const std::ptrdiff_t n : {-1, -2, -16, -17, -64, -4096, std::numeric_limits<int>::min()}) {
    MessageOf(static_cast<std::size_t>(n));
  }
}

TEST(Ex1_3, SizesAroundTheLimitAreRefused) {
  for (const std::size_t n : {kMaxPayloadBytes - 1, kMaxPayloadBytes, kMaxPayloadBytes + 1,
                              kMostSigned, kMostSigned + 1, kMostSigned + 2}) {
    MessageOf(n);
  }
}

TEST(Ex1_3, TwoGigabytesAreNotTooMuch) {
  const std::size_t n = (std::size_t{2} << 30) + 1;  // no 32-bit number; its pages stay untouched
  c10::DataPtr pointer = Allocator().allocate(n);
  ASSERT_NE(pointer.get(), nullptr);
  static_cast<char*>(pointer.mutable_get())[n - 1] = 1;
}

TEST(Ex1_3, TheProcessGoesOnAfterARefusal) {
  for (int i = 0; i < 100; ++i) MessageOf(kHuge);
  const c10::DataPtr pointer = Allocator().allocate(100);
  EXPECT_EQ(test_support::HeaderBefore(pointer.get())->payload_bytes, 100U);
}

TEST(Ex1_3, TensorsReportOutOfMemory) {
  const test_support::ScopedSwap swap(Allocator());
  EXPECT_THROW(at::zeros({1 << 20, 1 << 20, 1 << 10}, at::kByte), c10::OutOfMemoryError)
      << "a null block would have made a tensor without memory, and at::zeros would crash";
  EXPECT_EQ(at::ones({4}).sum().item<float>(), 4.0F);
}

// Leaves this process 4 GiB more address space than it uses now.
void LimitAddressSpace() {
  std::size_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  const rlim_t limit = pages * static_cast<rlim_t>(sysconf(_SC_PAGESIZE)) + (rlim_t{4} << 30);
  const rlimit address_space{limit, limit};
  if (setrlimit(RLIMIT_AS, &address_space) != 0) std::exit(3);
}

// Takes blocks until malloc really has no more, gives them back and takes one again.
[[noreturn]] void AllocateUntilRefused(std::size_t n) {
  std::vector<c10::DataPtr> blocks;
  try {
    while (blocks.size() < 100) blocks.push_back(Allocator().allocate(n));
    std::fprintf(stderr, "100 blocks of %zu bytes in 4 GiB of address space\n", n);
    std::exit(4);
  } catch (const c10::OutOfMemoryError& error) {
    blocks.clear();
    const bool named = error.msg().find(std::to_string(n)) != std::string::npos;
    std::fprintf(stderr, "%s\n", error.msg().c_str());
    std::exit(named && Allocator().allocate(4096).get() != nullptr ? 0 : 5);
  }
}

TEST(Ex1_3, MemoryThatRunsOutIsReportedAndComesBack) {
  testing::GTEST_FLAG(death_test_style) = "threadsafe";
  // A sanitizer needs its address space: there, one impossible block must do.
  constexpr std::size_t kBlock = test_support::kMallocIsGlibc ? std::size_t{256} << 20 : kHuge;
  EXPECT_EXIT(
      {
        if (test_support::kMallocIsGlibc) LimitAddressSpace();
        AllocateUntilRefused(kBlock);
      },
      testing::ExitedWithCode(0), "")
      << "malloc returned null: allocate must throw c10::OutOfMemoryError with the size";
}

}  // namespace
}  // namespace workbook
