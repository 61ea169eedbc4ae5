#include "training.h"

#include <ATen/Context.h>
#include <ATen/Parallel.h>
#include <ATen/core/Tensor.h>
#include <ATen/core/grad_mode.h>
#include <ATen/ops/argmax.h>
#include <ATen/ops/conv2d.h>
#include <ATen/ops/cross_entropy_loss.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/linear.h>
#include <ATen/ops/max_pool2d.h>
#include <ATen/ops/randn.h>
#include <ATen/ops/relu.h>
#include <ATen/ops/zeros.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "digits.h"

namespace workbook {
namespace {

constexpr double kLearningRate = 0.03;
constexpr double kMomentum = 0.9;
constexpr std::int64_t kSide = Digits::kSide;
constexpr std::int64_t kClasses = Digits::kClasses;

struct Data {
  at::Tensor images;  // n x 1 x 8 x 8, 0 to 1
  at::Tensor labels;  // n
};

// Every fifth image is kept for the test, so that each writer's hand is in both parts.
std::vector<std::size_t> TrainingImagesFirst(std::size_t count) {
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_partition(order.begin(), order.end(), [](std::size_t i) { return i % 5 != 4; });
  return order;
}

Data MakeData() {
  const Digits digits = LoadDigits();
  const auto count = static_cast<std::int64_t>(digits.size());
  Data data{at::empty({count, 1, kSide, kSide}, at::kFloat), at::empty({count}, at::kLong)};
  auto* pixel = data.images.mutable_data_ptr<float>();
  auto* label = data.labels.mutable_data_ptr<std::int64_t>();
  for (const std::size_t image : TrainingImagesFirst(digits.size())) {
    *label++ = digits.labels[image];
    const std::uint8_t* values = &digits.pixels[image * Digits::kPixels];
    for (std::size_t i = 0; i < Digits::kPixels; ++i) {
      *pixel++ = static_cast<float>(values[i]) / Digits::kInk;
    }
  }
  return data;
}

// A weight that keeps the signal's size: normal, scaled by sqrt(2 / inputs of one output).
at::Tensor Weight(at::IntArrayRef shape) {
  at::Tensor weight = at::randn(shape, at::kFloat);
  const auto inputs = static_cast<double>(weight.numel() / shape[0]);
  weight.mul_(std::sqrt(2.0 / inputs));
  return weight.set_requires_grad(true);
}

at::Tensor Bias(std::int64_t outputs) {
  return at::zeros({outputs}, at::kFloat).set_requires_grad(true);
}

}  // namespace

struct DigitsTraining::Network {
  Data data = MakeData();
  std::vector<at::Tensor> parameters = {Weight({8, 1, 3, 3}),        Bias(8),
                                        Weight({16, 8, 3, 3}),       Bias(16),
                                        Weight({kClasses, 16 * 16}), Bias(kClasses)};
  std::vector<at::Tensor> velocities = ZeroVelocities();
  std::int64_t next_step = 0;

  std::vector<at::Tensor> ZeroVelocities() const {
    std::vector<at::Tensor> zeros;
    for (const at::Tensor& parameter : parameters) {
      zeros.push_back(at::zeros(parameter.sizes(), at::kFloat));
    }
    return zeros;
  }

  at::Tensor Forward(const at::Tensor& images) const {
    const auto& p = parameters;
    at::Tensor x = at::max_pool2d(at::relu(at::conv2d(images, p[0], p[1], 1, 1)), 2);
    x = at::relu(at::conv2d(x, p[2], p[3], 1, 1));
    return at::linear(x.flatten(1), p[4], p[5]);
  }

  void Update() {
    const at::NoGradGuard no_gradients;
    for (std::size_t i = 0; i < parameters.size(); ++i) {
      velocities[i].mul_(kMomentum).add_(parameters[i].grad());
      parameters[i].sub_(velocities[i], kLearningRate);
      parameters[i].mutable_grad().reset();
    }
  }
};

DigitsTraining::DigitsTraining(std::uint64_t seed) {
  at::set_num_threads(1);
  at::manual_seed(seed);
  network_ = std::make_unique<Network>();
}

DigitsTraining::~DigitsTraining() = default;

float DigitsTraining::Step() {
  Network& network = *network_;
  const std::int64_t first = (network.next_step++ % kStepsPerEpoch) * kBatchImages;
  const at::Tensor images = network.data.images.narrow(0, first, kBatchImages);
  const at::Tensor labels = network.data.labels.narrow(0, first, kBatchImages);
  const at::Tensor loss = at::cross_entropy_loss(network.Forward(images), labels);
  loss.backward();
  network.Update();
  return loss.item<float>();
}

double DigitsTraining::TestAccuracy() const {
  const at::NoGradGuard no_gradients;
  const Data& data = network_->data;
  const std::int64_t count = data.labels.size(0) - kTrainImages;
  const at::Tensor answers =
      network_->Forward(data.images.narrow(0, kTrainImages, count)).argmax(1);
  const at::Tensor right = answers.eq(data.labels.narrow(0, kTrainImages, count)).sum();
  return right.item<double>() / static_cast<double>(count);
}

}  // namespace workbook
