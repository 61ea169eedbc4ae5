// The milestone's checks, held against allocators that must not pass them.
#include "milestone.h"

#include <c10/core/CPUAllocator.h>

#include <algorithm>
#include <cstdlib>
#include <string>

namespace workbook::test_support {
namespace {

// malloc, with two faults that can be switched on.
class FaultyAllocator final : public c10::Allocator {
 public:
  int delegate_every = 0;  // every so-many-th request goes to PyTorch's default allocator
  int spoil_every = 0;     // every so-many-th large block is spoiled while it is live

  c10::DataPtr allocate(std::size_t n) override {
    ++requests_;
    if (delegate_every != 0 && requests_ % delegate_every == 0) {
      return c10::GetDefaultCPUAllocator()->allocate(n);
    }
    // The last large block of a forward pass is still needed when the next small one comes.
    if (n < kLarge && large_ != nullptr) {
      float* const number = FirstNumber(large_);
      if (number != nullptr && spoil_every != 0 && ++large_blocks_ % spoil_every == 0)
        *number += 1.0F;
      large_ = nullptr;
    }
    void* block = std::malloc(n);
    if (n >= kLarge) large_ = static_cast<float*>(block);
    return {block, block, &Free, c10::kCPU};
  }
  // oneDNN takes scratch memory through the raw interface. PyTorch's own blocks are malloc's too.
  c10::DeleterFnPtr raw_deleter() const override { return &Free; }
  void copy_data(void* dest, const void* src, std::size_t count) const override {
    default_copy_data(dest, src, count);
  }

 private:
  static constexpr std::size_t kLarge = 8192;
  static void Free(void* block) { std::free(block); }

  // Pooling keeps indices in such blocks, and a spoiled index ends the process. Read as a float, an
  // index is next to nothing.
  static float* FirstNumber(float* block) {
    float* const end = block + kLarge / sizeof(float);
    float* const found = std::find_if(block, end, [](float value) { return value > 1e-3F; });
    return found == end ? nullptr : found;
  }

  int requests_ = 0;
  int large_blocks_ = 0;
  float* large_ = nullptr;
};

// Never destroyed: tensors keep the pointer.
FaultyAllocator& NewFaulty() { return *new FaultyAllocator; }

const TrainingRun& ByDefault() {
  static const TrainingRun run = Train(*c10::GetDefaultCPUAllocator());
  return run;
}

TEST(Milestone, CountsWhatTheDefaultAllocatorServes) {
  EXPECT_GT(Total(ByDefault().default_served), 20 * ByDefault().losses.size());
  EXPECT_EQ(Total(Train(OffsetAllocator(0)).default_served), 0u);
}

TEST(Milestone, RejectsAnAllocatorThatServesNothing) {
  EXPECT_FALSE(ServedAtLeast(0.95, ByDefault(), ByDefault()));
}

TEST(Milestone, RejectsAnAllocatorThatDelegatesOneInTenAndNamesTheSizes) {
  FaultyAllocator& faulty = NewFaulty();
  faulty.delegate_every = 10;
  const auto served = ServedAtLeast(0.95, ByDefault(), Train(faulty));
  EXPECT_FALSE(served);
  EXPECT_NE(std::string(served.message()).find(" B"), std::string::npos) << served.message();
}

TEST(Milestone, AcceptsAnAllocatorThatDelegatesOneInAHundred) {
  FaultyAllocator& faulty = NewFaulty();
  faulty.delegate_every = 100;
  EXPECT_TRUE(ServedAtLeast(0.95, ByDefault(), Train(faulty)));
}

TEST(Milestone, RejectsAnAllocatorThatSpoilsALiveBlockAndNamesTheStep) {
  FaultyAllocator& faulty = NewFaulty();
  faulty.spoil_every = 50;
  bool inconclusive = true;
  const auto same = SameLosses(ByDefault(), Train(faulty), 64, &inconclusive);
  EXPECT_FALSE(same);
  EXPECT_FALSE(inconclusive);
  EXPECT_NE(std::string(same.message()).find("in step "), std::string::npos) << same.message();
}

TEST(Milestone, RefusesToCountWithABrokenCensus) {
  EXPECT_FALSE(ServedAtLeast(0.95, TrainingRun{}, TrainingRun{}));
}

TEST(Milestone, ComparesBitsNotValues) {
  EXPECT_EQ(FirstDifference({1.0F, 0.0F}, {1.0F, 0.0F}), "");
  EXPECT_NE(FirstDifference({1.0F, 0.0F}, {1.0F, -0.0F}).find("in step 2 of 2"), std::string::npos);
  EXPECT_NE(FirstDifference({1.0F}, {}), "");
}

}  // namespace
}  // namespace workbook::test_support
