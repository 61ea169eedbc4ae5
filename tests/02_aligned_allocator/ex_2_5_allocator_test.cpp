#include <limits>

#include "aligned_allocator.h"
#include "alignment.h"
#include "conformance.h"
#include "in_words.h"
#include "pch.h"

namespace workbook {
namespace {

using testing::InWords;

constexpr std::size_t kMax = std::numeric_limits<std::size_t>::max();

std::size_t Remainder(const void* address, std::size_t alignment) {
  return reinterpret_cast<std::uintptr_t>(address) % alignment;
}

// What the text of an exception must hold, and what that part means.
struct Part {
  std::string text;
  const char* meaning;
};

// Of PyTorch's exceptions the first line only: a list of frames follows it.
std::string FirstLine(const std::exception& error) {
  const std::string text = error.what();
  return text.substr(0, text.find('\n'));
}

// Whether `action` throws exactly this kind of exception, with all the parts in its text.
template <typename Kind, typename Action>
::testing::AssertionResult Throws(const Action& action, const std::vector<Part>& parts) {
  try {
    action();
  } catch (const Kind& error) {
    const std::string text = error.what_without_backtrace();
    for (const Part& part : parts) {
      if (text.find(part.text) != std::string::npos) continue;
      return ::testing::AssertionFailure() << "the message must hold " << part.meaning << ", "
                                           << part.text << ". It says: " << text;
    }
    return ::testing::AssertionSuccess();
  } catch (const std::exception& error) {
    return ::testing::AssertionFailure() << "another kind of exception: " << FirstLine(error);
  }
  return ::testing::AssertionFailure() << "nothing was thrown";
}

TEST(Ex2_5, ABlockStartsAtAMultipleOfTheAlignment) {
  AlignedAllocator allocator(64);
  const c10::DataPtr block = allocator.allocate(100);
  ASSERT_NE(block.get(), nullptr);
  EXPECT_EQ(Remainder(block.get(), 64), 0u) << "block at " << block.get();
  EXPECT_EQ(block.device(), c10::Device(c10::DeviceType::CPU));
  std::memset(block.get(), 1, 100);
}

TEST(Ex2_5, KeepsTheAlignmentForEverySizeFrom1To4096) {
  for (const std::size_t alignment : {1, 64, 256, 4096}) {
    AlignedAllocator allocator(alignment);
    for (std::size_t bytes = 1; bytes <= 4096; ++bytes) {
      const c10::DataPtr block = allocator.allocate(bytes);
      ASSERT_NE(block.get(), nullptr) << bytes << " bytes";
      ASSERT_EQ(Remainder(block.get(), alignment), 0u)
          << bytes << " bytes at " << block.get() << ", alignment " << alignment;
      std::memset(block.get(), 0xA5, bytes);
    }
  }
}

TEST(Ex2_5, ContextIsThePayloadAndTheDeleterIsTheOneItNames) {
  AlignedAllocator allocator(256);
  const c10::DataPtr block = allocator.allocate(1000);
  ASSERT_EQ(block.get(), block.get_context()) << "raw_deallocate gets the data pointer only";
  ASSERT_EQ(block.get_deleter(), allocator.raw_deleter());
  void* const raw = allocator.raw_allocate(1000);
  EXPECT_EQ(Remainder(raw, 256), 0u);
  allocator.raw_deallocate(raw);
}

TEST(Ex2_5, ZeroBytesIsANullPointerWithItsDeleter) {
  AlignedAllocator allocator(64);
  const c10::DataPtr block = allocator.allocate(0);
  ASSERT_EQ(block.get(), nullptr) << "the data of allocate(0)";
  ASSERT_EQ(block.get_context(), nullptr) << "the context of allocate(0)";
  ASSERT_EQ(block.get_deleter(), allocator.raw_deleter())
      << "raw_deleter promises the same function for every block";
  ASSERT_EQ(block.device(), c10::Device(c10::DeviceType::CPU));
}

TEST(Ex2_5, TakesAnyPowerOfTwo) {
  for (std::size_t alignment = 1; alignment <= std::size_t{1} << 20; alignment *= 2) {
    AlignedAllocator allocator(alignment);
    ASSERT_EQ(allocator.alignment(), alignment);
    const c10::DataPtr block = allocator.allocate(24);
    ASSERT_EQ(Remainder(block.get(), alignment), 0u) << "alignment " << alignment;
  }
}

TEST(Ex2_5, RefusesAnyOtherAlignmentByName) {
  for (const std::size_t alignment :
       {std::size_t{0}, std::size_t{3}, std::size_t{48}, std::size_t{100}, std::size_t{65}, kMax}) {
    ASSERT_TRUE(Throws<c10::ValueError>(
        [&] { AlignedAllocator allocator(alignment); },
        {{std::to_string(alignment), "the value"}, {"power of two", "what is wrong"}}))
        << "AlignedAllocator(" << InWords(alignment) << ") must throw c10::ValueError";
  }
}

TEST(Ex2_5, FailureIsPyTorchsOutOfMemoryErrorWithTheSize) {
  AlignedAllocator allocator(256);
  const std::size_t bytes = std::numeric_limits<std::ptrdiff_t>::max();
  ASSERT_TRUE(Throws<c10::OutOfMemoryError>(
      [&] { const auto block = allocator.allocate(bytes); },
      {{std::to_string(bytes), "the bytes asked for"}, {"256", "the alignment"}}))
      << "allocate(" << InWords(bytes) << ") must throw c10::OutOfMemoryError";
}

TEST(Ex2_5, ASizeThatWrapsAroundIsOutOfMemoryToo) {
  AlignedAllocator allocator(64);
  for (const std::size_t bytes : {kMax, kMax - 7, kMax - 70}) {
    ASSERT_TRUE(Throws<c10::OutOfMemoryError>([&] { const auto block = allocator.allocate(bytes); },
                                              {{std::to_string(bytes), "the bytes asked for"}}))
        << "allocate(" << InWords(bytes) << ") must throw c10::OutOfMemoryError";
  }
}

TEST(Ex2_5, GoesOnAfterAFailure) {
  AlignedAllocator allocator(64);
  EXPECT_THROW(const auto block = allocator.allocate(kMax), c10::OutOfMemoryError);
  const c10::DataPtr block = allocator.allocate(64);
  EXPECT_NE(block.get(), nullptr);
}

TEST(Ex2_5, ABlockOutlivesItsAllocatorAndIsFreedByAnotherThread) {
  constexpr std::size_t kBytes = 1 << 20;
  c10::DataPtr block;
  {
    AlignedAllocator allocator(64);
    block = allocator.allocate(kBytes);
  }
  std::memset(block.get(), 7, kBytes);
  std::thread([moved = std::move(block)]() mutable {
    EXPECT_EQ(static_cast<const char*>(moved.get())[kBytes - 1], 7);
    moved.clear();
  }).join();
}

TEST(Ex2_5, LargeBlocksAreAlignedAndWritable) {
  AlignedAllocator allocator(256);
  for (const std::size_t bytes : {std::size_t{2} << 20, (std::size_t{5} << 20) + 3}) {
    const c10::DataPtr block = allocator.allocate(bytes);
    EXPECT_EQ(Remainder(block.get(), 256), 0u);
    std::memset(block.get(), 3, bytes);
  }
}

}  // namespace
}  // namespace workbook

namespace workbook::test_support {
namespace {

struct CpuTraits {
  static constexpr std::size_t kAlignment = kCpuAlignment;
  static c10::Allocator& Get() { return CpuAlignedAllocator(); }
};

struct GpuTraits {
  static constexpr std::size_t kAlignment = kGpuAlignment;
  static c10::Allocator& Get() { return GpuAlignedAllocator(); }
};

using Alignments = ::testing::Types<CpuTraits, GpuTraits>;
INSTANTIATE_TYPED_TEST_SUITE_P(Ex2_5, Conformance, Alignments);

}  // namespace
}  // namespace workbook::test_support
