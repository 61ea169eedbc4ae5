#include "bench_statistics.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <random>

namespace workbook::tool {
namespace {

constexpr int kDraws = 4000;

// The value below which `part` (0 to 1) of the sorted values lie, interpolated between neighbours.
double Quantile(const std::vector<double>& sorted, double part) {
  const double place = part * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  return sorted[below] + (place - std::floor(place)) * (sorted[above] - sorted[below]);
}

double MedianOfDraw(const std::vector<double>& values, std::mt19937& random,
                    std::vector<double>& draw) {
  // Not std::uniform_int_distribution: libraries differ in what it returns for one seed.
  draw.clear();
  for (std::size_t i = 0; i < values.size(); ++i) draw.push_back(values[random() % values.size()]);
  return Median(draw);
}

}  // namespace

double Median(std::vector<double> values) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  return Quantile(values, 0.5);
}

double Spread(const std::vector<double>& values) {
  if (values.size() < 2) return 0;
  std::vector<double> sorted = values;
  std::sort(sorted.begin(), sorted.end());
  const double median = Quantile(sorted, 0.5);
  if (median == 0) return 0;
  return (Quantile(sorted, 0.75) - Quantile(sorted, 0.25)) / 2 / median;
}

Estimate MedianOfRatios(const std::vector<double>& numerators,
                        const std::vector<double>& denominators) {
  std::vector<double> ratios;
  for (std::size_t i = 0; i < std::min(numerators.size(), denominators.size()); ++i) {
    if (denominators[i] > 0) ratios.push_back(numerators[i] / denominators[i]);
  }
  return ratios.empty() ? Estimate{} : EstimateMedian(ratios);
}

Estimate EstimateMedian(const std::vector<double>& values) {
  // A fixed seed is the point here: the same repetitions must give the same interval.
  std::mt19937 random(20);  // NOLINT(bugprone-random-generator-seed,cert-msc51-cpp)
  std::vector<double> medians;
  std::vector<double> draw;
  for (int i = 0; i < kDraws; ++i) medians.push_back(MedianOfDraw(values, random, draw));
  std::sort(medians.begin(), medians.end());
  return {Median(values), Quantile(medians, 0.025), Quantile(medians, 0.975)};
}

GateVerdict Judge(const Estimate& estimate, double at_most) {
  if (estimate.high <= at_most) return GateVerdict::kMet;
  if (estimate.low > at_most) return GateVerdict::kMissed;
  return GateVerdict::kInconclusive;
}

namespace {

struct VerdictName {
  std::string_view words;
  std::string_view identifier;
};

VerdictName NameOf(GateVerdict verdict) {
  switch (verdict) {
    case GateVerdict::kMet:
      return {"met", "met"};
    case GateVerdict::kMissed:
      return {"missed", "missed"};
    case GateVerdict::kInconclusive:
      return {"inconclusive on this machine", "inconclusive"};
    case GateVerdict::kNotMeasured:
      break;
  }
  return {"not measured", "not_measured"};
}

}  // namespace

std::string_view Words(GateVerdict verdict) { return NameOf(verdict).words; }

std::string_view Identifier(GateVerdict verdict) { return NameOf(verdict).identifier; }

}  // namespace workbook::tool
