#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace workbook {

/// A small convolutional network that learns hand-written digits, one mini-batch at a time: real
/// work for an allocator. Two convolutions, a pooling and a linear layer; stochastic gradient
/// descent with momentum. Written with plain ATen operators, so that a program needs no
/// torch/torch.h.
///
/// Deterministic: one thread, a fixed seed, batches in a fixed order. Two runs of one program give
/// the same losses bit for bit, whatever allocator is registered, as long as the libraries take the
/// same code path for both allocators' alignments.
///
/// Tensors come from the CPU allocator that is registered when they are made: register first, then
/// construct. Not for several threads at once. Sets PyTorch's thread count to 1 and its default
/// random generator.
class DigitsTraining {
 public:
  static constexpr std::int64_t kBatchImages = 16;
  static constexpr std::int64_t kTrainImages = 1438;  ///< the other 359 are for the test
  static constexpr std::int64_t kStepsPerEpoch = kTrainImages / kBatchImages;

  explicit DigitsTraining(std::uint64_t seed = 7);
  ~DigitsTraining();
  DigitsTraining(const DigitsTraining&) = delete;
  DigitsTraining& operator=(const DigitsTraining&) = delete;

  /// Forward, backward and update on the next mini-batch.
  /// @return the batch's loss before the update
  float Step();

  /// Share of right answers, 0 to 1, on the images that training never sees.
  double TestAccuracy() const;

 private:
  struct Network;
  std::unique_ptr<Network> network_;
};

}  // namespace workbook
