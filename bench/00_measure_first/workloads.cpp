#include "workloads.h"

#include <ATen/ATen.h>
#include <ATen/Parallel.h>
#include <c10/core/GradMode.h>
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <functional>
#include <stdexcept>
#include <vector>

#include "training.h"

namespace workbook::bench {
namespace {

using Step = std::function<void()>;

rusage Usage() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return usage;
}

double Median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

// Steps until 0.2 s have passed, but at least seven: a step's time is the middle one's.
StepCost Measure(const Step& step) {
  using Clock = std::chrono::steady_clock;
  static constexpr std::chrono::milliseconds kLong{200};
  static constexpr std::size_t kLeast = 7;
  static constexpr int kWarmUp = 20;  // a heap that keeps its memory grows for about so long
  for (int i = 0; i < kWarmUp; ++i) step();
  std::vector<double> times;
  const auto faults_before = Usage().ru_minflt;
  const Clock::time_point begin = Clock::now();
  while (times.size() < kLeast || Clock::now() - begin < kLong) {
    const Clock::time_point start = Clock::now();
    step();
    times.push_back(std::chrono::duration<double, std::nano>(Clock::now() - start).count());
  }
  const rusage after = Usage();
  return {Median(times),
          static_cast<double>(after.ru_minflt - faults_before) / static_cast<double>(times.size()),
          static_cast<double>(after.ru_maxrss) * 1024};
}

void Require(bool right, const char* what) {
  if (!right) throw std::runtime_error(what);
}

StepCost LargeTensors(const std::string& way) {
  static constexpr std::int64_t kElements = (std::int64_t{36} << 20) / sizeof(float);
  const at::Tensor x = at::ones({kElements});
  const at::Tensor z = at::ones({kElements});
  const at::Scalar two(2);
  at::Tensor y = way == "reuse" ? at::empty({kElements}) : at::Tensor();
  Step step = [&] { y = x.mul(two).add(z); };
  if (way == "in_place") step = [&] { y = x.mul(two).add_(z); };
  if (way == "reuse") {
    step = [&] {
      at::mul_out(y, x, at::scalar_tensor(two));
      y.add_(z);
    };
  }
  const StepCost cost = Measure(step);
  Require(y[kElements - 1].item<float>() == 3, "2x + z is wrong");
  return cost;
}

// One cell of a recurrent network: h = tanh(x U + h W), for each of 50 time steps.
struct Cell {
  static constexpr std::int64_t kSteps = 50;
  at::Tensor x = at::full({kSteps, 8, 64}, 0.01);
  at::Tensor u = at::full({64, 64}, 0.01).requires_grad_();
  at::Tensor w = at::full({64, 64}, 0.01).requires_grad_();
  at::Tensor h;

  void Run() {
    h = at::zeros({8, 64});
    for (std::int64_t t = 0; t < kSteps; ++t) h = at::tanh(at::mm(x[t], u) + at::mm(h, w));
  }
};

// The same with two buffers that are made once.
struct CellWithBuffers : Cell {
  at::Tensor a = at::empty({8, 64});
  at::Tensor b = at::empty({8, 64});

  void Run() {
    h = at::zeros({8, 64});
    for (std::int64_t t = 0; t < kSteps; ++t) {
      at::mm_out(a, x[t], u);
      at::mm_out(b, h, w);
      at::tanh_out(h, a.add_(b));
    }
  }
};

StepCost Inference(const std::string& way) {
  CellWithBuffers cell;
  Step step = [&] { cell.Cell::Run(); };
  if (way != "default") {
    step = [&] {
      const c10::NoGradGuard no_grad;
      way == "reuse" ? cell.Run() : cell.Cell::Run();
    };
  }
  const StepCost cost = Measure(step);
  Require(cell.h[0][0].item<float>() > 0.006, "the recurrent cell's result is wrong");
  return cost;
}

StepCost Training() {
  DigitsTraining training;
  const float first = training.Step();
  float last = first;
  const StepCost cost = Measure([&] { last = training.Step(); });
  Require(std::isfinite(last), "the loss is not a number");
  return cost;
}

}  // namespace

StepCost RunWorkload(const std::string& workload, const std::string& way) {
  at::set_num_threads(1);
  if (workload == "large") return LargeTensors(way);
  if (workload == "inference") return Inference(way);
  if (workload == "training") return Training();
  throw std::runtime_error("no workload is called " + workload);
}

}  // namespace workbook::bench
