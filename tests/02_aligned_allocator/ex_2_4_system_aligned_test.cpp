#include <dlfcn.h>
#include <gtest/gtest.h>

#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <memory>

#include "fake_source.h"
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

using testing::Remainder;
using Block = std::unique_ptr<void, decltype([](void* block) { std::free(block); })>;

class Ex2_4 : public ::testing::Test {
 protected:
  void SetUp() override {
    asked = {};
    posix_memalign_error = 0;
  }
};

TEST_F(Ex2_4, BothAlignEverySizeFrom1To4096) {
  for (std::size_t bytes = 1; bytes <= 4096; ++bytes) {
    const Block first(AllocateWithPosixMemalign(bytes, 64));
    const Block second(AllocateWithAlignedAlloc(bytes, 64));
    ASSERT_TRUE(first && second) << bytes << " bytes were refused";
    ASSERT_EQ(Remainder(first.get(), 64), 0u) << bytes << " bytes from posix_memalign";
    ASSERT_EQ(Remainder(second.get(), 64), 0u) << bytes << " bytes from aligned_alloc";
    std::memset(first.get(), 1, bytes);
    std::memset(second.get(), 2, bytes);
  }
}

TEST_F(Ex2_4, PosixMemalignServesAlignmentsBelowAWord) {
  for (const std::size_t alignment : {1, 2, 4}) {
    const Block block(AllocateWithPosixMemalign(100, alignment));
    EXPECT_TRUE(block) << "alignment " << alignment << ": posix_memalign was asked for "
                       << asked.alignment << ", which it answers with EINVAL";
  }
}

TEST_F(Ex2_4, PosixMemalignGetsAlignmentAndSizeInPlace) {
  const Block block(AllocateWithPosixMemalign(100, 256));
  EXPECT_EQ(asked.calls, 1) << "posix_memalign was not called once";
  EXPECT_EQ(asked.alignment, 256u) << "the alignment that posix_memalign was asked for";
  EXPECT_EQ(asked.bytes, 100u) << "the size that posix_memalign was asked for";
}

TEST_F(Ex2_4, AnErrorCodeIsNullWhateverPointerWasWritten) {
  posix_memalign_error = ENOMEM;
  EXPECT_EQ(AllocateWithPosixMemalign(100, 64), nullptr)
      << "posix_memalign returned ENOMEM, so its pointer means nothing";
}

TEST_F(Ex2_4, PosixMemalignDoesNotSpeakThroughErrno) {
  errno = ENOMEM;  // left over from something else
  const Block block(AllocateWithPosixMemalign(100, 64));
  EXPECT_TRUE(block) << "posix_memalign returned 0: a block was there. It never sets errno";
}

TEST_F(Ex2_4, AlignedAllocGetsAMultipleOfTheAlignment) {
  for (const std::size_t bytes : {1, 63, 64, 65, 100, 4095}) {
    const Block block(AllocateWithAlignedAlloc(bytes, 64));
    EXPECT_EQ(asked.calls, 1) << "aligned_alloc was not called once";
    EXPECT_EQ(asked.alignment, 64u) << "the alignment that aligned_alloc was asked for";
    EXPECT_EQ(asked.bytes, (bytes + 63) / 64 * 64)
        << "for " << bytes << " bytes: the C standard wants a multiple of the alignment, the next";
    asked = {};
  }
}

TEST_F(Ex2_4, AlignedAllocRefusesASizeThatWrapsWhenRounded) {
  EXPECT_EQ(AllocateWithAlignedAlloc(kMax - 10, 64), nullptr);
  EXPECT_EQ(asked.calls, 0) << "the system was asked for " << asked.bytes
                            << " bytes: the rounded size had wrapped around";
}

TEST_F(Ex2_4, NeitherAsksForAnAlignmentThatIsNoPowerOfTwo) {
  for (const std::size_t alignment : {0, 3, 24, 48, 100}) {
    EXPECT_EQ(AllocateWithPosixMemalign(96, alignment), nullptr) << "alignment " << alignment;
    EXPECT_EQ(AllocateWithAlignedAlloc(96, alignment), nullptr) << "alignment " << alignment;
    EXPECT_EQ(asked.calls, 0) << "the system was asked for alignment " << asked.alignment
                              << ": what it does then differs from libc to libc";
    asked = {};
  }
}

}  // namespace
}  // namespace workbook
