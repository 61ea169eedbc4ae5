#include "milestone.h"

#include <c10/core/CPUAllocator.h>

#include <array>
#include <cstdint>
#include <cstring>
#include <new>
#include <sstream>

#include "default_census.h"
#include "scoped_swap.h"
#include "training.h"

namespace workbook::test_support {
namespace {

constexpr std::size_t kCacheLineBytes = 64;
constexpr int kEpochs = 6;
constexpr int kSteps = kEpochs * static_cast<int>(DigitsTraining::kStepsPerEpoch);

std::uint32_t Bits(float value) {
  std::uint32_t bits = 0;
  std::memcpy(&bits, &value, sizeof(bits));
  return bits;
}

// | offset bytes | payload |  The block starts at a multiple of 64, the payload `Offset` further.
template <std::size_t Offset>
class Offsetting final : public c10::Allocator {
 public:
  c10::DataPtr allocate(std::size_t n) override {
    if (n == 0) return {nullptr, nullptr, &Free, c10::kCPU};
    auto* block =
        static_cast<char*>(::operator new (n + Offset, std::align_val_t{kCacheLineBytes}));
    return {block + Offset, block + Offset, &Free, c10::kCPU};
  }
  c10::DeleterFnPtr raw_deleter() const override { return &Free; }
  void copy_data(void* dest, const void* src, std::size_t count) const override {
    default_copy_data(dest, src, count);
  }

 private:
  static void Free(void* payload) {
    if (payload == nullptr) return;
    ::operator delete (static_cast<char*>(payload) - Offset, std::align_val_t{kCacheLineBytes});
  }
};

// What changes the losses although every block is right; empty if nothing does.
std::string LibraryDifference(const std::vector<float>& expected, std::size_t promised_alignment) {
  for (std::size_t offset = promised_alignment; offset < kCacheLineBytes;
       offset += promised_alignment) {
    const std::string difference = FirstDifference(expected, Train(OffsetAllocator(offset)).losses);
    if (!difference.empty()) {
      return "blocks that start " + std::to_string(offset) +
             " bytes after a multiple of 64: " + difference;
    }
  }
  return {};
}

}  // namespace

c10::Allocator& OffsetAllocator(std::size_t offset) {
  static const std::array<c10::Allocator*, 4> allocators = {new Offsetting<0>, new Offsetting<16>,
                                                            new Offsetting<32>, new Offsetting<48>};
  return *allocators.at(offset / 16);
}

TrainingRun Train(c10::Allocator& allocator) {
  const ScopedSwap swap(allocator);
  DefaultCensus census;
  DigitsTraining training;
  census.Clear();
  TrainingRun run;
  for (int step = 0; step < kSteps; ++step) run.losses.push_back(training.Step());
  run.default_served = census.counts();
  run.test_accuracy = training.TestAccuracy();
  return run;
}

std::size_t Total(const std::map<std::size_t, std::size_t>& served) {
  std::size_t total = 0;
  for (const auto& [bytes, count] : served) total += count;
  return total;
}

std::string FirstDifference(const std::vector<float>& expected, const std::vector<float>& actual) {
  if (expected.size() != actual.size()) return "the runs have different numbers of steps";
  for (std::size_t step = 0; step < expected.size(); ++step) {
    if (Bits(expected[step]) == Bits(actual[step])) continue;
    std::ostringstream text;
    text.precision(9);
    text << "in step " << step + 1 << " of " << expected.size() << " the loss is " << actual[step]
         << ", with PyTorch's default allocator it is " << expected[step];
    return text.str();
  }
  return {};
}

testing::AssertionResult SameLosses(const TrainingRun& by_default, const TrainingRun& by_stage,
                                    std::size_t promised_alignment, bool* inconclusive) {
  *inconclusive = false;
  const std::string difference = FirstDifference(by_default.losses, by_stage.losses);
  if (difference.empty()) return testing::AssertionSuccess();
  const std::string libraries = LibraryDifference(by_default.losses, promised_alignment);
  if (!libraries.empty()) {
    *inconclusive = true;
    return testing::AssertionFailure()
           << "inconclusive: on this processor PyTorch's libraries compute differently for another "
              "alignment, whoever allocates. With right "
           << libraries;
  }
  return testing::AssertionFailure()
         << "training on your allocator went another way: " << difference
         << ".\nThe network, the images and the order are the same, and right blocks of the same "
            "alignment change nothing. So some block's bytes changed while it was live: two "
            "tensors "
            "share memory, or a block is shorter than what was asked for.";
}

testing::AssertionResult ServedAtLeast(double share, const TrainingRun& by_default,
                                       const TrainingRun& by_stage) {
  const std::size_t all = Total(by_default.default_served);
  const std::size_t missed = Total(by_stage.default_served);
  if (all == 0) return testing::AssertionFailure() << "nothing was counted: the census is broken";
  const double served = 1.0 - static_cast<double>(missed) / static_cast<double>(all);
  if (served >= share) return testing::AssertionSuccess();
  return testing::AssertionFailure()
         << "the steps make " << all << " allocations; PyTorch's default allocator still served "
         << missed << " of them, so your allocator served " << served * 100 << " %, less than "
         << share * 100 << " %.\nServed by the default: " << DescribeSizes(by_stage.default_served);
}

std::string TrainingNote(const TrainingRun& by_default, const TrainingRun& by_stage) {
  const auto percent = [](double share) {
    std::ostringstream text;
    text.precision(1);
    text << std::fixed << share * 100 << " %";
    return text.str();
  };
  const std::size_t all = Total(by_default.default_served);
  const std::size_t missed = Total(by_stage.default_served);
  const double served =
      all == 0 ? 0.0 : 1.0 - static_cast<double>(missed) / static_cast<double>(all);
  std::ostringstream text;
  text.precision(6);
  text << std::fixed << "in " << by_stage.losses.size() << " steps the loss went from "
       << by_stage.losses.front() << " to " << by_stage.losses.back() << " on your allocator, from "
       << by_default.losses.front() << " to " << by_default.losses.back() << " on PyTorch's default"
       << (FirstDifference(by_default.losses, by_stage.losses).empty()
               ? ", every step the same to the last bit. "
               : ". ")
       << percent(by_stage.test_accuracy)
       << " of the digits that it never saw were read right. Your allocator served "
       << percent(served) << " of the " << all << " allocations.";
  return text.str();
}

const TrainingRun& Milestone::ByDefault() {
  static const TrainingRun run = Train(*c10::GetDefaultCPUAllocator());
  return run;
}

const TrainingRun& Milestone::ByStage() {
  if (!by_stage_) by_stage_ = Train(stage_);
  return *by_stage_;
}

void Milestone::ExpectSameLosses() {
  bool inconclusive = false;
  const auto same = SameLosses(ByDefault(), ByStage(), promised_alignment_, &inconclusive);
  if (inconclusive) GTEST_SKIP() << same.message();
  EXPECT_TRUE(same);
}

void Milestone::ExpectServed() { EXPECT_TRUE(ServedAtLeast(0.95, ByDefault(), ByStage())); }

void Milestone::ExpectLearnt() {
  testing::Test::RecordProperty("note", TrainingNote(ByDefault(), ByStage()));
  EXPECT_LT(ByStage().losses.back(), ByStage().losses.front() / 2) << "the loss did not fall";
  EXPECT_GE(ByStage().test_accuracy, 0.9) << "share of right answers on images it never saw";
}

}  // namespace workbook::test_support
