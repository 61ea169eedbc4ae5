// The bugs that the chapter shows, in real tensors. Where WORKBOOK_REPORTS names a file, the
// reports are added to it: the chapter's page quotes them.
#include "pch.h"
//
#include <cstdlib>
#include <fstream>

#include "tensor_heap.h"

namespace {

using workbook::DebugHeap;
using workbook::DebugOptions;
using workbook::Finding;
using workbook::FindingKind;
using workbook::test_support::ScopedSwap;
using workbook::testing::TensorHeap;

// Without marks: under the address sanitizer these bugs would end the test at the culprit's line.
TensorHeap& Watched() {
  DebugOptions options = DebugOptions::Everything();
  options.marker = nullptr;
  return TensorHeap::Make(options);
}

void Quote(const std::string& report) {
  if (const char* const path = std::getenv("WORKBOOK_REPORTS"))
    std::ofstream(path, std::ios::app) << report << "\n";
}

void Quote(TensorHeap& watched) { Quote(watched.Reports()); }

}  // namespace

// An operator as an extension has it: the sums of neighbours. `<=` is one element too far.
at::Tensor NeighbourSums(const at::Tensor& input) {
  at::Tensor output = at::empty_like(input);
  const auto* const in = input.const_data_ptr<float>();
  auto* const out = output.mutable_data_ptr<float>();
  const std::int64_t count = input.numel();
  for (std::int64_t i = 0; i <= count; ++i) out[i] = in[i % count] + in[(i + 1) % count];
  return output;
}

// A view of a buffer that is gone when the caller gets it: from_blob owns nothing.
at::Tensor ViewOfALocalBuffer() {
  at::Tensor buffer = at::ones({256});
  return at::from_blob(buffer.data_ptr(), {256});
}

// Writes a row of what it was given, as a later part of a program might.
void ClearARow(const at::Tensor& view) { view.slice(0, 16, 32).zero_(); }

namespace {

TEST(Ex4_milestone_Bugs, AnOperatorThatWritesOneElementTooFar) {
  TensorHeap& watched = Watched();
  {
    const ScopedSwap swap(watched.allocator());
    static_cast<void>(NeighbourSums(at::ones({100})));
  }
  ASSERT_EQ(watched.Findings().size(), 1U) << watched.Reports();
  const Finding finding = watched.Findings()[0];
  EXPECT_EQ(finding.kind, FindingKind::kTailGuardOverwritten);
  EXPECT_EQ(finding.damage.offset, 400);
  EXPECT_EQ(finding.damage.bytes, 4U) << "one float";
  const std::string report = Describe(finding);
  EXPECT_NE(report.find("at::_ops::empty"), std::string::npos)
      << "the stack of the allocation does not show the operator:\n"
      << report;
  EXPECT_EQ(report.find("workbook::DebugHeap::"), std::string::npos)
      << "our own frames are noise:\n"
      << report;
  Quote(watched);
}

TEST(Ex4_milestone_Bugs, AStaleViewByFromBlob) {
  TensorHeap& watched = Watched();
  const ScopedSwap swap(watched.allocator());
  const at::Tensor view = ViewOfALocalBuffer();
  EXPECT_TRUE(view.isnan().all().item<bool>()) << "what is read through a stale view stands out";
  EXPECT_EQ(watched.Findings().size(), 0U);
  ClearARow(view);
  EXPECT_EQ(watched.heap().Check(), 1U);
  ASSERT_EQ(watched.Findings().size(), 1U);
  const Finding finding = watched.Findings()[0];
  EXPECT_EQ(finding.kind, FindingKind::kWrittenAfterFree);
  EXPECT_EQ(finding.damage.offset, 64);
  EXPECT_EQ(finding.damage.bytes, 64U);
  EXPECT_GT(finding.block.freed_at.depth, 0U);
  Quote(watched);
}

TEST(Ex4_milestone_Bugs, APointerFreedTwice) {
  TensorHeap& watched = Watched();
  void* const data = watched.allocator().raw_allocate(1000);
  watched.allocator().raw_deallocate(data);
  watched.allocator().raw_deallocate(data);
  ASSERT_EQ(watched.Findings().size(), 1U);
  EXPECT_EQ(watched.Findings()[0].kind, FindingKind::kFreedTwice);
  Quote(watched);
}

TEST(Ex4_milestone_Bugs, APointerThatIsNoBlocks) {
  TensorHeap& watched = Watched();
  void* const mine = watched.allocator().raw_allocate(100);
  std::array<char, 1000> theirs;
  watched.allocator().raw_deallocate(theirs.data());
  // Inside a block, and where no block can ever have begun: payloads are multiples of 16.
  watched.allocator().raw_deallocate(static_cast<char*>(mine) + 4);
  ASSERT_EQ(watched.Findings().size(), 2U);
  EXPECT_EQ(watched.Findings()[1].kind, FindingKind::kForeignFree);
  EXPECT_EQ(watched.Findings()[1].block.bounds.payload, mine);
  watched.allocator().raw_deallocate(mine);
  Quote(Describe(watched.Findings()[1]));
}

TEST(Ex4_milestone_Bugs, ATensorThatNobodyWroteTo) {
  TensorHeap& watched = Watched();
  const ScopedSwap swap(watched.allocator());
  EXPECT_TRUE(at::empty({1000}).isnan().all().item<bool>());
  EXPECT_TRUE(at::empty({1000}, at::kLong).gt(std::int64_t{1} << 60).all().item<bool>());
}

}  // namespace

// A cache that grows with every call: the usual leak of a program that frees all it should.
at::Tensor Remembered(const at::Tensor& input, std::vector<at::Tensor>& cache) {
  cache.push_back(input * 2);
  return cache.back().sum();
}

namespace {

TEST(Ex4_milestone_Bugs, ACacheThatGrows) {
  TensorHeap& watched = Watched();
  std::vector<at::Tensor> cache;
  const ScopedSwap swap(watched.allocator());
  const at::Tensor input = at::ones({32, 32});
  const auto Round = [&] { static_cast<void>(Remembered(input, cache)); };
  Round();  // what is made only once is made now
  const std::uint64_t before = DebugHeap::Mark();
  for (int i = 0; i < 3; ++i) Round();
  const workbook::LeakReport leaks = watched.heap().Leaks(before);
  EXPECT_EQ(leaks.blocks, 3U) << Describe(leaks);
  EXPECT_EQ(leaks.payload_bytes, 3U * 32 * 32 * 4);
  EXPECT_EQ(leaks.groups.size(), 1U) << Describe(leaks);
  Quote(Describe(leaks));
  Quote(watched.allocator().memory_summary());
}

}  // namespace
