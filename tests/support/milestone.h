#pragma once

#include <c10/core/Allocator.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace workbook::test_support {

/// One whole training of the digit network (see training.h) and what PyTorch's default allocator
/// served meanwhile. Sizes in bytes; set-up and the accuracy test at the end are not counted.
struct TrainingRun {
  std::vector<float> losses;                          ///< one for each step
  double test_accuracy = 0;                           ///< 0 to 1
  std::map<std::size_t, std::size_t> default_served;  ///< size -> allocations, in all steps
};

/// Trains with `allocator` registered for CPU tensors, then puts the former one back.
TrainingRun Train(c10::Allocator& allocator);

/// How many allocations a run's counts hold.
std::size_t Total(const std::map<std::size_t, std::size_t>& served);

/// "bit for bit": empty when all losses are the same bits, else the first step that differs.
std::string FirstDifference(const std::vector<float>& expected, const std::vector<float>& actual);

/// Compares the losses of a training on the learner's allocator with one on PyTorch's default.
/// Where they differ, trains on blocks that are known to be right and have the same alignments: if
/// those change the losses too, it is the libraries' doing on this processor.
/// @param promised_alignment  bytes, a power of two: what the stage promises
/// @return success; failure with the step; `inconclusive` is set when the libraries are the cause
testing::AssertionResult SameLosses(const TrainingRun& by_default, const TrainingRun& by_stage,
                                    std::size_t promised_alignment, bool* inconclusive);

/// Whether the stage served at least `share` of the allocations that the default alone serves in
/// the same steps.
testing::AssertionResult ServedAtLeast(double share, const TrainingRun& by_default,
                                       const TrainingRun& by_stage);

/// What a passed milestone has to tell, in one sentence: first and last loss with both allocators,
/// the share of digits read right, the share of allocations that the stage served.
std::string TrainingNote(const TrainingRun& by_default, const TrainingRun& by_stage);

/// What every milestone asks of its stage; each function is the body of one test. The trainings run
/// when the first of them needs them, and once in a process.
class Milestone {
 public:
  /// @param stage               the learner's allocator; lives as long as the process
  /// @param promised_alignment  bytes, a power of two
  Milestone(c10::Allocator& stage, std::size_t promised_alignment)
      : stage_(stage), promised_alignment_(promised_alignment) {}

  /// The losses are the default's bit for bit; skips the test where the libraries are to blame.
  void ExpectSameLosses();
  /// At least 95 % of the steps' allocations came from the stage.
  void ExpectServed();
  /// The loss fell and the digits are read; leaves the note that a passed milestone shows.
  void ExpectLearnt();

  static const TrainingRun& ByDefault();
  const TrainingRun& ByStage();

 private:
  c10::Allocator& stage_;
  std::size_t promised_alignment_;
  std::optional<TrainingRun> by_stage_;
};

/// A right allocator, slow and simple: every block starts `offset` bytes after a multiple of 64.
/// Lives as long as the process.
/// @param offset  a multiple of 16 below 64
c10::Allocator& OffsetAllocator(std::size_t offset);

}  // namespace workbook::test_support
