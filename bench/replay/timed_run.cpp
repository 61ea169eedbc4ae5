#include "timed_run.h"

#include <algorithm>
#include <cmath>

namespace workbook::replay {
namespace {

constexpr double kLeastRoundNs = 20e6;

double Quantile(std::vector<double> values, double share) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  const double place = share * static_cast<double>(values.size() - 1);
  const auto low = static_cast<std::size_t>(place);
  const std::size_t high = std::min(low + 1, values.size() - 1);
  return values[low] + (place - std::floor(place)) * (values[high] - values[low]);
}

std::vector<double> Ratios(const TimedResult& result) {
  std::vector<double> ratios;
  for (std::size_t i = 0; i < result.stage_ns.size(); ++i)
    ratios.push_back(result.default_ns[i] / result.stage_ns[i]);
  return ratios;
}

}  // namespace

double TimedResult::DefaultMedian() const { return Quantile(default_ns, 0.5); }
double TimedResult::StageMedian() const { return Quantile(stage_ns, 0.5); }
double TimedResult::Speedup() const { return Quantile(Ratios(*this), 0.5); }
double TimedResult::SpeedupLow() const { return Quantile(Ratios(*this), 0.25); }
double TimedResult::SpeedupHigh() const { return Quantile(Ratios(*this), 0.75); }

TimedResult RunTimed(bench::TimingProcess& by_default, bench::TimingProcess& by_stage,
                     std::size_t rounds) {
  const double once = std::max(1.0, by_default.Run(1));
  by_stage.Run(1);
  const auto times = static_cast<std::size_t>(std::ceil(std::max(1.0, kLeastRoundNs / once)));
  TimedResult result;
  for (std::size_t round = 0; round < rounds; ++round) {
    const bool default_first = round % 2 == 0;
    if (default_first) result.default_ns.push_back(by_default.Run(times));
    result.stage_ns.push_back(by_stage.Run(times));
    if (!default_first) result.default_ns.push_back(by_default.Run(times));
  }
  return result;
}

}  // namespace workbook::replay
