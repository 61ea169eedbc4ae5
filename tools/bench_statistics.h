#pragma once

#include <string_view>
#include <vector>

namespace workbook::tool {

/// The middle value; the mean of the two middle ones for an even count; 0 for none.
double Median(std::vector<double> values);

/// Half the distance between the quartiles, relative to the median: 0.03 means that half of all
/// repetitions lie within about 3 % of the median. 0 for fewer than two values.
double Spread(const std::vector<double>& values);

/// An estimate with the interval that holds the true value in 95 of 100 experiments.
struct Estimate {
  double value = 0;
  double low = 0;
  double high = 0;
};

/// The median with its interval, which comes from drawing the sample again with replacement, 4,000
/// times, from a fixed seed (the bootstrap): the same repetitions give the same interval.
/// The sample may not be empty.
Estimate EstimateMedian(const std::vector<double>& values);

/// The same of ratios: of the first repetitions, of the second ones and so on. Cases take turns, so
/// those of one number were measured at about the same time: a machine that is slow for a while is
/// slow for both, and their ratio does not show it. Where one case has more repetitions, its last
/// ones are left out. All 0 where nothing is left.
Estimate MedianOfRatios(const std::vector<double>& numerators,
                        const std::vector<double>& denominators);

/// What a gate says.
enum class GateVerdict {
  kMet,           ///< the whole interval is at or below the limit
  kMissed,        ///< the whole interval is above it
  kInconclusive,  ///< the limit lies inside: this machine is too noisy to tell
  kNotMeasured,   ///< a case is missing or could not run
};

/// Compares an estimate with the most it may be.
GateVerdict Judge(const Estimate& estimate, double at_most);

/// "met", "missed", "inconclusive on this machine", "not measured".
std::string_view Words(GateVerdict verdict);

/// "met", "missed", "inconclusive", "not_measured".
std::string_view Identifier(GateVerdict verdict);

}  // namespace workbook::tool
