#include "pch.h"
//
#include <unistd.h>

#include <csignal>

#include "naive_allocator.h"
#include "naive_blocks.h"
#include "pattern.h"

namespace workbook {
namespace {

using test_support::FillPattern;
using test_support::FirstMismatch;
using test_support::HeaderBefore;
using test_support::PointersOf;
using test_support::PromisedBlock;

// glibc ends the process at such a free, in words that only its authors enjoy.
void ExplainTheAbort(int) {
  static constexpr char kWords[] =
      "free got a pointer that malloc did not return. The deleter gets the payload's address;\n"
      "the block begins 16 bytes before it. (header + 1 is 16 bytes further, header + 16 is "
      "256.)\n";
  if (std::current_exception()) return;  // then the exception says what it was
  static_cast<void>(!write(STDERR_FILENO, kWords, sizeof(kWords) - 1));
}

class Ex1_1 : public testing::Test {
 protected:
  static void SetUpTestSuite() { std::signal(SIGABRT, ExplainTheAbort); }

  NaiveAllocator allocator_;
};

TEST_F(Ex1_1, HandsOutABlockForTheCpu) {
  const c10::DataPtr pointer = allocator_.allocate(40);
  EXPECT_NE(pointer.get(), nullptr);
  EXPECT_EQ(pointer.device(), c10::Device(c10::DeviceType::CPU));
}

TEST_F(Ex1_1, ContextIsTheDataPointer) {
  const c10::DataPtr pointer = allocator_.allocate(40);
  ASSERT_EQ(pointer.get_context(), pointer.get())
      << "the deleter gets the context and nothing else\n"
      << PromisedBlock(40) << PointersOf(pointer);
}

TEST_F(Ex1_1, TheHeaderStandsDirectlyBeforeThePayload) {
  const c10::DataPtr pointer = allocator_.allocate(40);
  ASSERT_EQ(HeaderBefore(pointer.get())->payload_bytes, 40U)
      << "the 8 bytes at data - 16 must hold what was asked for, without the header\n"
      << PromisedBlock(40);
}

TEST_F(Ex1_1, TheHeaderLeadsBackToItsAllocator) {
  NaiveAllocator other;
  const c10::DataPtr first = allocator_.allocate(40);
  const c10::DataPtr second = allocator_.allocate(8);
  const c10::DataPtr foreign = other.allocate(40);
  const ByteCounters* counters = HeaderBefore(first.get())->counters;
  EXPECT_NE(counters, nullptr) << "the 8 bytes at data - 8 must hold the address of counters_\n"
                               << PromisedBlock(40);
  EXPECT_EQ(HeaderBefore(second.get())->counters, counters) << "two blocks of one allocator";
  EXPECT_NE(HeaderBefore(foreign.get())->counters, counters) << "blocks of two allocators";
}

TEST_F(Ex1_1, PayloadsAreAlignedTo16Bytes) {
  for (std::size_t bytes = 1; bytes <= 300; ++bytes) {
    const c10::DataPtr pointer = allocator_.allocate(bytes);
    ASSERT_EQ(reinterpret_cast<std::uintptr_t>(pointer.get()) % kNaiveAlignment, 0U)
        << "allocate(" << bytes << ") returned " << pointer.get() << '\n'
        << PromisedBlock(bytes);
  }
}

TEST_F(Ex1_1, EveryPayloadByteIsTheCallers) {
  std::vector<c10::DataPtr> blocks;
  for (std::size_t i = 0; i < 64; ++i) {
    blocks.push_back(allocator_.allocate(24 + i));
    FillPattern(blocks.back().mutable_get(), 24 + i, i);
  }
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    ASSERT_EQ(FirstMismatch(blocks[i].get(), 24 + i, i), 24 + i)
        << "block " << i << " lost a byte to a neighbour";
  }
}

TEST_F(Ex1_1, TheDeleterGivesTheBlockBackToMalloc) {
  using test_support::kMappedBytes;
  const std::size_t before = test_support::MappedBytes();
  c10::DataPtr pointer = allocator_.allocate(kMappedBytes);
  const std::size_t during = test_support::MappedBytes();
  pointer.clear();
  const std::size_t after = test_support::MappedBytes();
  if (test_support::kMallocIsGlibc) {  // elsewhere a sanitizer looks for leaks
    EXPECT_GE(during, before + kMappedBytes) << "the block did not come from malloc";
    EXPECT_EQ(after, before) << kMappedBytes << " bytes were not given back to malloc";
  }
}

TEST_F(Ex1_1, TheDeleterNeedsNothingButTheContext) {
  c10::DataPtr pointer = allocator_.allocate(40);
  const c10::DeleterFnPtr deleter = pointer.get_deleter();
  void* context = pointer.release_context();  // the DataPtr forgets the block, we keep it
  ASSERT_NE(deleter, nullptr);
  std::thread([&] { deleter(context); }).join();
}

TEST_F(Ex1_1, AMovedDataPtrFreesOnce) {
  c10::DataPtr pointer = allocator_.allocate(40);
  const c10::DataPtr moved = std::move(pointer);
  // NOLINTNEXTLINE(bugprone-use-after-move): that is the question
  EXPECT_EQ(pointer.get_context(), nullptr) << "the context is what is owned, and it moved on";
  EXPECT_EQ(moved.get_context(), moved.get());
}

TEST_F(Ex1_1, BlocksOfManySizesComeAndGo) {
  std::mt19937 random(1);
  std::vector<c10::DataPtr> blocks(32);
  for (std::size_t step = 0; step < 5000; ++step) {
    const std::size_t bytes = 1 + random() % 5000;
    c10::DataPtr& slot = blocks[random() % blocks.size()];
    slot = allocator_.allocate(bytes);
    FillPattern(slot.mutable_get(), bytes, step);
    ASSERT_EQ(HeaderBefore(slot.get())->payload_bytes, bytes) << "step " << step;
  }
}

}  // namespace
}  // namespace workbook
