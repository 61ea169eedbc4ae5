#include "pch.h"
//
#include <ATen/ops/_lazy_clone.h>
#include <sys/mman.h>
#include <unistd.h>

#include "naive_allocator.h"
#include "naive_blocks.h"
#include "pattern.h"
#include "scoped_swap.h"

namespace workbook {
namespace {

NaiveAllocator& Allocator() {
  static auto* const allocator = new NaiveAllocator;
  return *allocator;
}

/// Memory of somebody else that begins at a page: the byte before it can't be read.
class MemoryBehindAWall {
 public:
  MemoryBehindAWall()
      : page_bytes_(static_cast<std::size_t>(sysconf(_SC_PAGESIZE))),
        wall_(static_cast<char*>(mmap(nullptr, 2 * page_bytes_, PROT_READ | PROT_WRITE,
                                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0))) {
    if (mprotect(wall_, page_bytes_, PROT_NONE) != 0) std::abort();
  }
  ~MemoryBehindAWall() { munmap(wall_, 2 * page_bytes_); }
  MemoryBehindAWall(const MemoryBehindAWall&) = delete;
  MemoryBehindAWall& operator=(const MemoryBehindAWall&) = delete;

  void* data() const { return wall_ + page_bytes_; }

 private:
  std::size_t page_bytes_;
  char* wall_;
};

TEST(Ex1_4, RawBlocksMakeTheRoundTrip) {
  for (const std::size_t bytes : {1U, 40U, 4096U, 1U << 20}) {
    void* raw = Allocator().raw_allocate(bytes);
    ASSERT_NE(raw, nullptr);
    test_support::FillPattern(raw, bytes, bytes);
    EXPECT_EQ(test_support::FirstMismatch(raw, bytes, bytes), bytes);
    Allocator().raw_deallocate(raw);
  }
}

TEST(Ex1_4, EveryBlockHasTheRawDeleter) {
  const c10::DeleterFnPtr deleter = Allocator().raw_deleter();
  ASSERT_NE(deleter, nullptr) << "a null raw_deleter says: no raw interface here";
  for (const std::size_t bytes : {0U, 1U, 4096U, 1U << 20}) {
    EXPECT_EQ(Allocator().allocate(bytes).get_deleter(), deleter) << "allocate(" << bytes << ")";
  }
}

TEST(Ex1_4, TwoAllocatorsHaveOneDeleter) {
  const NaiveAllocator other;
  EXPECT_EQ(other.raw_deleter(), Allocator().raw_deleter());
}

TEST(Ex1_4, RawZeroBytesMakeTheRoundTrip) {
  void* raw = Allocator().raw_allocate(0);
  EXPECT_EQ(raw, nullptr);
  Allocator().raw_deallocate(raw);
}

TEST(Ex1_4, RawDeallocateGivesTheBlockBackToMalloc) {
  const std::size_t before = test_support::MappedBytes();
  Allocator().raw_deallocate(Allocator().raw_allocate(test_support::kMappedBytes));
  if (test_support::kMallocIsGlibc) {
    EXPECT_EQ(test_support::MappedBytes(), before);
  }
}

TEST(Ex1_4, BlockBytesKnowsItsOwnBlocks) {
  for (const std::size_t bytes : {1U, 40U, 4095U, 1U << 20}) {
    EXPECT_EQ(Allocator().BlockBytes(Allocator().allocate(bytes)), bytes);
  }
}

TEST(Ex1_4, BlockBytesOfAnEmptyBlockIsZero) {
  EXPECT_EQ(Allocator().BlockBytes(Allocator().allocate(0)), 0U);
}

TEST(Ex1_4, BlockBytesFollowsTheContextNotTheData) {
  c10::DataPtr block = Allocator().allocate(40);
  const c10::DeleterFnPtr deleter = block.get_deleter();
  void* context = block.release_context();
  // Somebody passed on the inside of our block, with our context and deleter.
  const c10::DataPtr inside(static_cast<char*>(context) + 24, context, deleter,
                            c10::DeviceType::CPU);
  EXPECT_EQ(Allocator().BlockBytes(inside), 40U)
      << "only the context is the payload's first byte\n"
      << "  " << test_support::DrawLayout({{"header", 16}, {"before data", 24}, {"data", 16}});
}

TEST(Ex1_4, BlockBytesDoesNotReadForeignMemory) {
  const MemoryBehindAWall memory;
  const c10::DataPtr borrowed(memory.data(), c10::DeviceType::CPU);
  EXPECT_EQ(Allocator().BlockBytes(borrowed), std::nullopt);
  const c10::DataPtr foreign(
      memory.data(), memory.data(), [](void*) {}, c10::DeviceType::CPU);
  EXPECT_EQ(Allocator().BlockBytes(foreign), std::nullopt);
  const at::Tensor wrapped = at::from_blob(memory.data(), {16}, at::kByte);
  EXPECT_EQ(Allocator().BlockBytes(wrapped.storage().data_ptr()), std::nullopt);
}

TEST(Ex1_4, BlockBytesRefusesWhatIsNotOurs) {
  const c10::DataPtr theirs = c10::GetDefaultCPUAllocator()->allocate(40);
  EXPECT_EQ(Allocator().BlockBytes(theirs), std::nullopt);
  EXPECT_EQ(Allocator().BlockBytes(c10::DataPtr()), std::nullopt) << "a default DataPtr";
}

TEST(Ex1_4, BlockBytesTellsTwoNaiveAllocatorsApart) {
  NaiveAllocator other;
  const c10::DataPtr block = other.allocate(40);
  EXPECT_EQ(other.BlockBytes(block), 40U);
  EXPECT_EQ(Allocator().BlockBytes(block), std::nullopt)
      << "same deleter, but the header names another allocator's counters";
}

TEST(Ex1_4, AViewShowsTheBlockOfItsBase) {
  const test_support::ScopedSwap swap(Allocator());
  const at::Tensor base = at::empty({100}, at::kByte);
  const at::Tensor view = base.slice(0, 50, 60);
  EXPECT_EQ(Allocator().BlockBytes(view.storage().data_ptr()), 100U);
}

TEST(Ex1_4, ALazyCloneWrapsTheBlock) {
  const test_support::ScopedSwap swap(Allocator());
  const at::Tensor original = at::zeros({100}, at::kByte);
  const at::Tensor lazy = at::_lazy_clone(original);  // needs data == context to work at all
  EXPECT_EQ(Allocator().BlockBytes(lazy.storage().data_ptr()), std::nullopt)
      << "PyTorch put its own context and deleter around the block";
}

}  // namespace
}  // namespace workbook
