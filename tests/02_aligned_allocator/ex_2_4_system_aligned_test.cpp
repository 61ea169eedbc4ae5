#include <dlfcn.h>
#include <gtest/gtest.h>

#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <memory>

#include "fake_source.h"
#include "in_words.h"
#include "interpose.h"
#include "system_aligned.h"

namespace workbook {
namespace {

constexpr std::size_t kMax = std::numeric_limits<std::size_t>::max();

// What the stage asked the C library for.
struct Asked {
  int calls = 0;
  std::size_t alignment = 0;
  std::size_t bytes = 0;
};

Asked asked;
int posix_memalign_error = 0;  // returned instead of an answer when not 0

// Not a real block; whoever returns it after an error hands out memory that is nobody's.
char garbage;

template <typename Function>
WORKBOOK_NOT_INSTRUMENTED Function Next(const char* name) {
  return reinterpret_cast<Function>(dlsym(RTLD_NEXT, name));
}

WORKBOOK_NOT_INSTRUMENTED void Note(std::size_t alignment, std::size_t bytes) {
  asked = {asked.calls + 1, alignment, bytes};
}

}  // namespace
}  // namespace workbook

// The linker takes these before the C library's; they note the call and pass it on.
extern "C" WORKBOOK_NOT_INSTRUMENTED int posix_memalign(void** block, std::size_t alignment,
                                                        std::size_t bytes) noexcept {
  workbook::Note(alignment, bytes);
  if (workbook::posix_memalign_error != 0) {
    *block = &workbook::garbage;
    return workbook::posix_memalign_error;
  }
  return workbook::Next<int (*)(void**, std::size_t, std::size_t)>("posix_memalign")(
      block, alignment, bytes);
}

extern "C" WORKBOOK_NOT_INSTRUMENTED void* aligned_alloc(std::size_t alignment,
                                                         std::size_t bytes) noexcept {
  workbook::Note(alignment, bytes);
  return workbook::Next<void* (*)(std::size_t, std::size_t)>("aligned_alloc")(alignment, bytes);
}

namespace workbook {
namespace {

using testing::InWords;
using testing::Remainder;
using Block = std::unique_ptr<void, decltype([](void* block) { std::free(block); })>;

class Ex2_4 : public ::testing::Test {
 protected:
  void SetUp() override {
    asked = {};
    posix_memalign_error = 0;
  }
};

// The tests that note the arguments come first: with wrong ones, a block is too small to be
// written.
TEST_F(Ex2_4, PosixMemalignGetsAlignmentAndSizeInPlace) {
  const Block block(AllocateWithPosixMemalign(100, 256));
  ASSERT_EQ(asked.calls, 1) << "AllocateWithPosixMemalign(100, 256) did not ask once";
  ASSERT_EQ(asked.alignment, 256u)
      << "AllocateWithPosixMemalign(100, 256): the alignment that posix_memalign was asked for";
  ASSERT_EQ(asked.bytes, 100u)
      << "AllocateWithPosixMemalign(100, 256): the size that posix_memalign was asked for";
}

TEST_F(Ex2_4, AlignedAllocGetsAlignmentAndSizeInPlace) {
  const Block block(AllocateWithAlignedAlloc(512, 256));
  ASSERT_EQ(asked.calls, 1) << "AllocateWithAlignedAlloc(512, 256) did not ask once";
  ASSERT_EQ(asked.alignment, 256u)
      << "AllocateWithAlignedAlloc(512, 256): the alignment that aligned_alloc was asked for";
  ASSERT_EQ(asked.bytes, 512u)
      << "AllocateWithAlignedAlloc(512, 256): the size that aligned_alloc was asked for";
}

TEST_F(Ex2_4, AlignedAllocGetsAMultipleOfTheAlignment) {
  for (const std::size_t bytes : {1, 63, 64, 65, 100, 4095}) {
    asked = {};
    const Block block(AllocateWithAlignedAlloc(bytes, 64));
    ASSERT_EQ(asked.bytes, (bytes + 63) / 64 * 64)
        << "AllocateWithAlignedAlloc(" << bytes << ", 64): the size that aligned_alloc was asked "
        << "for. The C standard wants a multiple of the alignment, the next";
  }
}

TEST_F(Ex2_4, PosixMemalignServesAlignmentsBelowAWord) {
  for (const std::size_t alignment : {1, 2, 4}) {
    const Block block(AllocateWithPosixMemalign(100, alignment));
    ASSERT_NE(block, nullptr) << "AllocateWithPosixMemalign(100, " << alignment
                              << "): posix_memalign was asked for alignment " << asked.alignment
                              << ", which it answers with EINVAL";
  }
}

TEST_F(Ex2_4, AnErrorCodeIsNullWhateverPointerWasWritten) {
  posix_memalign_error = ENOMEM;
  EXPECT_EQ(AllocateWithPosixMemalign(100, 64), nullptr)
      << "posix_memalign returned ENOMEM, so its pointer means nothing";
}

TEST_F(Ex2_4, PosixMemalignDoesNotSpeakThroughErrno) {
  errno = ENOMEM;  // left over from something else
  const Block block(AllocateWithPosixMemalign(100, 64));
  EXPECT_NE(block, nullptr) << "posix_memalign returned 0: a block was there. It never sets errno";
}

TEST_F(Ex2_4, AlignedAllocRefusesASizeThatWrapsWhenRounded) {
  const Block block(AllocateWithAlignedAlloc(kMax - 10, 64));
  EXPECT_EQ(asked.calls, 0) << "AllocateWithAlignedAlloc(" << InWords(kMax - 10)
                            << ", 64): aligned_alloc was asked for " << asked.bytes
                            << " bytes. The rounded size had wrapped around";
  EXPECT_EQ(block, nullptr);
}

TEST_F(Ex2_4, NeitherAsksForAnAlignmentThatIsNoPowerOfTwo) {
  for (const std::size_t alignment : {0, 3, 24, 48, 100}) {
    const Block first(AllocateWithPosixMemalign(96, alignment));
    ASSERT_EQ(asked.calls, 0) << "posix_memalign was asked for alignment " << asked.alignment
                              << ": what it does then differs from libc to libc";
    ASSERT_EQ(first, nullptr) << "AllocateWithPosixMemalign(96, " << alignment << ")";
    const Block second(AllocateWithAlignedAlloc(96, alignment));
    ASSERT_EQ(asked.calls, 0) << "aligned_alloc was asked for alignment " << asked.alignment
                              << ": what it does then differs from libc to libc";
    ASSERT_EQ(second, nullptr) << "AllocateWithAlignedAlloc(96, " << alignment << ")";
  }
}

// Writes all of a block, unless too little was asked for: that would damage the heap of the test.
void ExpectUsable(void* block, std::size_t bytes, const char* function) {
  ASSERT_NE(block, nullptr) << function << "(" << bytes << ", 64) returned null";
  ASSERT_EQ(Remainder(block, 64), 0u)
      << function << "(" << bytes << ", 64) returned " << block << ", no multiple of 64";
  ASSERT_GE(asked.bytes, bytes) << function << "(" << bytes << ", 64) asked the C library for "
                                << asked.bytes << " bytes with alignment " << asked.alignment;
  std::memset(block, 1, bytes);
}

TEST_F(Ex2_4, BothAlignEverySizeFrom1To4096) {
  for (std::size_t bytes = 1; bytes <= 4096; ++bytes) {
    const Block first(AllocateWithPosixMemalign(bytes, 64));
    ASSERT_NO_FATAL_FAILURE(ExpectUsable(first.get(), bytes, "AllocateWithPosixMemalign"));
    const Block second(AllocateWithAlignedAlloc(bytes, 64));
    ASSERT_NO_FATAL_FAILURE(ExpectUsable(second.get(), bytes, "AllocateWithAlignedAlloc"));
  }
}

}  // namespace
}  // namespace workbook
