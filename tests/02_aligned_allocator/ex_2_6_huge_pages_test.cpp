#include <dlfcn.h>
#include <gtest/gtest.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "huge_pages.h"
#include "interpose.h"

namespace workbook {
namespace {

struct Hint {
  std::uintptr_t begin = 0;
  std::size_t bytes = 0;
  int advice = 0;
};

long pretended_page_bytes = 0;  // 0: the machine's own
bool kernel_refuses = false;
std::vector<Hint>* hints = nullptr;  // null: pass madvise on

}  // namespace
}  // namespace workbook

// The linker takes these before the C library's: a machine with other pages, a kernel that refuses.
extern "C" WORKBOOK_NOT_INSTRUMENTED long sysconf(int name) noexcept {
  if (name == _SC_PAGESIZE) {
    if (workbook::pretended_page_bytes != 0) return workbook::pretended_page_bytes;
    return static_cast<long>(getauxval(AT_PAGESZ));
  }
  return reinterpret_cast<long (*)(int)>(dlsym(RTLD_NEXT, "sysconf"))(name);
}

extern "C" WORKBOOK_NOT_INSTRUMENTED int madvise(void* begin, std::size_t bytes,
                                                 int advice) noexcept {
  if (workbook::hints == nullptr) {
    return reinterpret_cast<int (*)(void*, std::size_t, int)>(dlsym(RTLD_NEXT, "madvise"))(
        begin, bytes, advice);
  }
  workbook::hints->push_back({reinterpret_cast<std::uintptr_t>(begin), bytes, advice});
  if (!workbook::kernel_refuses) return 0;
  errno = EINVAL;
  return -1;
}

namespace workbook {
namespace {

constexpr std::size_t kMiB = std::size_t{1} << 20;

class Ex2_6 : public ::testing::Test {
 protected:
  void TearDown() override {
    pretended_page_bytes = 0;
    kernel_refuses = false;
    hints = nullptr;
  }

  // Runs AdviseHugePages with a kernel that only notes what it is asked.
  bool Advise(void* payload, std::size_t bytes) {
    noted_.clear();
    hints = &noted_;
    const bool taken = AdviseHugePages(payload, bytes);
    hints = nullptr;
    return taken;
  }

  std::vector<Hint> noted_;
};

TEST_F(Ex2_6, AsksTheMachineForItsPageSize) {
  for (const long page : {4096, 16384, 65536}) {
    pretended_page_bytes = page;
    ASSERT_EQ(PageBytes(), static_cast<std::size_t>(page)) << "on a machine with such pages";
  }
}

std::string Between(std::uintptr_t begin, std::size_t bytes) {
  if (bytes == 0) return "none";
  return "[" + std::to_string(begin) + ", " + std::to_string(begin + bytes) + ")";
}

TEST_F(Ex2_6, FindsEveryWholePageAndNoOther) {
  for (const std::size_t page : {16, 64}) {
    for (std::uintptr_t address = 0; address < 2 * page; ++address) {
      for (std::size_t bytes = 0; bytes < 5 * page; ++bytes) {
        const std::uintptr_t begin = (address + page - 1) / page * page;
        const std::uintptr_t end = (address + bytes) / page * page;
        const ByteRange pages = WholePages(address, bytes, page);
        ASSERT_EQ(Between(pages.begin, pages.bytes), Between(begin, end > begin ? end - begin : 0))
            << "WholePages(" << address << ", " << bytes << ", " << page << "): the block is ["
            << address << ", " << address + bytes << "), a page begins every " << page << " bytes";
      }
    }
  }
}

TEST_F(Ex2_6, HintsOnceForALargeBlock) {
  std::vector<char> block(4 * kMiB);
  EXPECT_TRUE(Advise(block.data(), block.size()));
  ASSERT_EQ(noted_.size(), 1u) << "calls of madvise";
  EXPECT_EQ(noted_[0].advice, MADV_HUGEPAGE);
}

TEST_F(Ex2_6, NeverHintsBeyondTheBlock) {
  std::vector<char> block(4 * kMiB);
  for (const std::size_t offset : {0, 1, 64, 71, 4095, 4096}) {
    for (const long page : {4096, 65536}) {
      pretended_page_bytes = page;
      char* const payload = block.data() + offset;
      const std::size_t bytes = 3 * kMiB + offset;
      Advise(payload, bytes);
      const auto first = reinterpret_cast<std::uintptr_t>(payload);
      ASSERT_EQ(noted_.size(), 1u) << "calls of madvise";
      ASSERT_EQ(noted_[0].begin % page, 0u) << "madvise wants an address at the start of a page";
      ASSERT_EQ(noted_[0].bytes % page, 0u) << "pages are whole or not at all";
      ASSERT_GE(noted_[0].begin, first) << "the hint begins before the block: foreign memory";
      ASSERT_LE(noted_[0].begin + noted_[0].bytes, first + bytes)
          << "the hint ends after the block: foreign memory";
    }
  }
}

TEST_F(Ex2_6, LeavesSmallBlocksAlone) {
  std::vector<char> block(4 * kMiB);
  EXPECT_FALSE(Advise(block.data(), kHugePageThreshold - 1));
  EXPECT_TRUE(noted_.empty()) << "a hint for a block that holds no huge page";
  EXPECT_TRUE(Advise(block.data(), kHugePageThreshold)) << "exactly at the threshold";
}

TEST_F(Ex2_6, LeavesABlockWithoutAWholePageAlone) {
  pretended_page_bytes = static_cast<long>(4 * kMiB);
  std::vector<char> block(3 * kMiB);
  EXPECT_FALSE(Advise(block.data() + 1, block.size() - 1));
  EXPECT_TRUE(noted_.empty()) << "no page of 4 MiB fits in 3 MiB: nothing to hint at";
}

TEST_F(Ex2_6, ARefusedHintIsNotAnError) {
  kernel_refuses = true;
  std::vector<char> block(4 * kMiB, 'x');
  bool taken = true;
  EXPECT_NO_THROW(taken = Advise(block.data(), block.size()));
  EXPECT_FALSE(taken) << "the kernel said EINVAL";
  EXPECT_EQ(noted_.size(), 1u) << "asking again won't change its mind";
}

TEST_F(Ex2_6, TouchesNoByteOfTheBlock) {
  const std::size_t bytes = 8 * kMiB;
  void* const block =
      mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  ASSERT_NE(block, MAP_FAILED);
  AdviseHugePages(block, bytes);  // the real kernel may take it or not
  std::vector<unsigned char> resident(bytes / getauxval(AT_PAGESZ));
  ASSERT_EQ(mincore(block, bytes, resident.data()), 0);
  std::size_t pages = 0;
  for (const unsigned char page : resident) pages += page & 1;
  EXPECT_EQ(pages, 0u) << "pages of a fresh block became resident: somebody touched them";
  munmap(block, bytes);
}

}  // namespace
}  // namespace workbook
