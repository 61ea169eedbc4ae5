// Programs without a bug, under all that the DebugAllocator can do: nothing may be found.
#include "pch.h"
//
#include <ATen/core/grad_mode.h>

#include <cmath>

#include "tensor_heap.h"

namespace {

using workbook::test_support::ScopedSwap;
using workbook::testing::TensorHeap;

// Runs `program` watched from its first tensor to its last.
template <typename Program>
void ExpectNothingFound(const char* name, Program program) {
  TensorHeap& watched = TensorHeap::Make();
  {
    const ScopedSwap swap(watched.allocator());
    program();
    EXPECT_EQ(watched.heap().Check(), 0U) << name;
  }
  watched.heap().FlushQuarantine();
  EXPECT_EQ(watched.Findings().size(), 0U) << name << "\n" << watched.Reports();
  EXPECT_GT(watched.heap().Statistics().allocation.allocated, 0U)
      << name << ": nothing was watched";
}

at::Tensor Weight(at::IntArrayRef shape) {
  return at::randn(shape).mul_(0.1).set_requires_grad(true);
}

void Descend(const at::Tensor& loss, const std::vector<at::Tensor>& weights) {
  loss.backward();
  const at::NoGradGuard no_gradients;
  for (const at::Tensor& weight : weights) {
    weight.sub_(weight.grad(), 0.05);
    weight.mutable_grad().reset();
  }
}

// Five steps; a loss that is not a number would say that poison was read.
template <typename Loss>
void Train(const std::vector<at::Tensor>& weights, Loss loss) {
  for (int step = 0; step < 5; ++step) {
    const at::Tensor now = loss();
    ASSERT_TRUE(std::isfinite(now.item<float>())) << "step " << step;
    Descend(now, weights);
  }
}

void TrainConvolutions() {
  const std::vector<at::Tensor> w = {Weight({8, 3, 3, 3}), Weight({8}), Weight({16, 8, 3, 3}),
                                     Weight({16}), Weight({10, 16 * 16})};
  const at::Tensor images = at::randn({16, 3, 16, 16});
  const at::Tensor labels = at::randint(10, {16}, at::kLong);
  Train(w, [&] {
    at::Tensor x = at::max_pool2d(at::relu(at::conv2d(images, w[0], w[1], 1, 1)), 2);
    x = at::max_pool2d(at::relu(at::conv2d(x, w[2], w[3], 1, 1)), 2);
    return at::cross_entropy_loss(at::linear(x.flatten(1), w[4]), labels);
  });
}

void TrainRecurrent() {
  constexpr std::int64_t kIn = 7;
  constexpr std::int64_t kHidden = 12;
  const std::vector<at::Tensor> w = {Weight({4 * kHidden, kIn}), Weight({4 * kHidden, kHidden}),
                                     Weight({4 * kHidden}), Weight({4 * kHidden})};
  for (const std::int64_t length : {9, 4, 13}) {
    const at::Tensor input = at::randn({length, 5, kIn});
    const at::Tensor start = at::zeros({1, 5, kHidden});
    Train(w, [&] {
      const auto output = at::lstm(input, {start, start}, w, true, 1, 0.0, true, false, false);
      return std::get<0>(output).square().mean();
    });
  }
}

void TrainTransformer() {
  constexpr std::int64_t kWidth = 16;
  const std::vector<at::Tensor> w = {Weight({50, kWidth}),     Weight({3 * kWidth, kWidth}),
                                     Weight({kWidth, kWidth}), Weight({32, kWidth}),
                                     Weight({kWidth, 32}),     Weight({50, kWidth})};
  for (const std::int64_t length : {11, 5, 17}) {
    const at::Tensor words = at::randint(50, {3, length}, at::kLong);
    Train(w, [&] {
      at::Tensor x = at::embedding(w[0], words);
      const auto parts = at::linear(at::layer_norm(x, {kWidth}), w[1]).chunk(3, -1);
      const auto heads = [&](const at::Tensor& part) {
        return part.reshape({3, length, 2, kWidth / 2}).transpose(1, 2);
      };
      const at::Tensor attended = at::scaled_dot_product_attention(heads(parts[0]), heads(parts[1]),
                                                                   heads(parts[2]), {}, 0.0, true);
      x = x + at::linear(attended.transpose(1, 2).reshape({3, length, kWidth}), w[2]);
      x = x + at::linear(at::gelu(at::linear(at::layer_norm(x, {kWidth}), w[3])), w[4]);
      return at::cross_entropy_loss(at::linear(x, w[5]).flatten(0, 1), words.flatten());
    });
  }
}

TEST(Ex4_milestone_FalseAlarms, NoneInConvolutionalTraining) {
  ExpectNothingFound("convolutions", &TrainConvolutions);
}

TEST(Ex4_milestone_FalseAlarms, NoneInRecurrentTraining) {
  ExpectNothingFound("recurrent", &TrainRecurrent);
}

TEST(Ex4_milestone_FalseAlarms, NoneInTransformerTraining) {
  ExpectNothingFound("transformer", &TrainTransformer);
}

struct Family {
  const char* name;
  at::Tensor (*run)(const at::Tensor&);  // of a 6 x 10 matrix of positive numbers
};

at::Tensor Image(const at::Tensor& x) { return x.reshape({1, 2, 5, 6}); }
at::Tensor Index() { return at::arange(9, -1, -1, at::kLong); }

const std::vector<Family>& Families() {
  using T = const at::Tensor&;
  static const std::vector<Family> families = {
      {"add", [](T x) { return x + x.t().contiguous().t() * 2; }},
      {"compare", [](T x) { return at::where(x > 1, x, -x); }},
      {"exp", [](T x) { return at::log(at::exp(x) + 1); }},
      {"trigonometry", [](T x) { return at::sin(x) * at::tanh(x); }},
      {"power", [](T x) { return at::pow(x, 1.5); }},
      {"clamp", [](T x) { return at::clamp(x, 0.5, 1.5); }},
      {"sum", [](T x) { return x.sum(0) + x.mean(); }},
      {"extremes", [](T x) { return std::get<0>(x.max(1)) - x.amin(1); }},
      {"variance", [](T x) { return at::var(x, at::IntArrayRef{1}, true); }},
      {"cumulative", [](T x) { return at::cumsum(x, 1) + at::cumprod(x, 0); }},
      {"matmul", [](T x) { return at::matmul(x, x.t()); }},
      {"batched matmul",
       [](T x) {
         return at::bmm(x.view({2, 3, 10}), x.view({2, 10, 3}));
       }},
      {"linear", [](T x) { return at::linear(x, x); }},
      {"softmax", [](T x) { return at::log_softmax(x, 1) + at::softmax(x, 0); }},
      {"layer norm", [](T x) { return at::layer_norm(x, {10}); }},
      {"activations", [](T x) { return at::gelu(x) + at::silu(x) + at::sigmoid(x); }},
      {"conv1d",
       [](T x) {
         return at::conv1d(x.view({1, 6, 10}), x.view({10, 6, 1}));
       }},
      {"conv2d",
       [](T x) {
         return at::conv2d(Image(x), at::ones({3, 2, 3, 3}, x.options()));
       }},
      {"max pool", [](T x) { return at::max_pool2d(Image(x), 2); }},
      {"average pool", [](T x) { return at::avg_pool2d(Image(x), 2); }},
      {"upsample",
       [](T x) {
         return at::upsample_nearest2d(Image(x), {7, 9});
       }},
      {"pad",
       [](T x) {
         return at::constant_pad_nd(x, {1, 2, 3, 4}, 0.5);
       }},
      {"embedding", [](T x) { return at::embedding(x.t().contiguous(), Index()); }},
      {"gather",
       [](T x) {
         return x.gather(1, Index().expand({6, 10}));
       }},
      {"scatter",
       [](T x) {
         return at::zeros_like(x).scatter_add(1, Index().expand({6, 10}), x);
       }},
      {"index", [](T x) { return x.index_select(1, Index()) + x.masked_fill(x > 1, 0); }},
      {"sort", [](T x) { return std::get<0>(x.sort(1)) + std::get<0>(x.topk(10, 1)); }},
      {"cat",
       [](T x) {
         return at::cat({x, x, x.slice(0, 0, 2)});
       }},
      {"stack",
       [](T x) {
         return at::stack({x, x * 2}, 1);
       }},
      {"shape",
       [](T x) {
         return at::roll(x, 3).flip({0}).reshape({12, 5}).contiguous();
       }},
      {"triangle", [](T x) { return at::triu(x) + at::tril(x); }},
      {"random", [](T x) { return at::dropout(x, 0.5, true) + at::rand_like(x); }},
      {"copy", [](T x) { return x.to(at::kFloat).to(x.scalar_type()).clone(); }},
      {"in place", [](T x) { return x.clone().mul_(2).add_(x).sqrt_(); }},
  };
  return families;
}

TEST(Ex4_milestone_FalseAlarms, NoneInTwentyFiveFamiliesOfOperatorsAndFourTypes) {
  TensorHeap& watched = TensorHeap::Make();
  const ScopedSwap swap(watched.allocator());
  std::size_t whole = 0;
  for (const Family& family : Families()) {
    std::size_t types = 0;
    for (const auto type : {at::kFloat, at::kDouble, at::kBFloat16, at::kHalf}) {
      const at::Tensor input = at::rand({6, 10}).add(0.25).to(type);
      try {
        static_cast<void>(family.run(input));
        ++types;
      } catch (const c10::Error&) {  // this PyTorch has no such kernel for the type
      }
      watched.heap().Check();
      ASSERT_EQ(watched.Findings().size(), 0U) << family.name << " in " << type << "\n"
                                               << watched.Reports();
    }
    whole += types == 4 ? 1 : 0;
  }
  EXPECT_GE(whole, 25U) << "too few families ran in all four types";
  RecordProperty("families", static_cast<int>(whole));
}

}  // namespace
