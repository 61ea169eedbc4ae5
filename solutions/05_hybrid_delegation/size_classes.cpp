#include "size_classes.h"

#include <algorithm>
#include <map>

#include "workbook/not_implemented.h"

namespace workbook {
namespace {

// The sizes that can get a class, rounded up to 64, each once, in ascending order.
std::vector<SizeCount> Candidates(const std::vector<SizeCount>& histogram,
                                  std::size_t max_block_bytes) {
  std::map<std::size_t, std::uint64_t> rounded;
  for (const auto& [bytes, requests] : histogram) {
    if (bytes == 0 || bytes > max_block_bytes) continue;
    rounded[RoundedUpToGranule(bytes)] += requests;
  }
  std::vector<SizeCount> sizes;
  sizes.reserve(rounded.size());
  for (const auto& [bytes, requests] : rounded) sizes.push_back({bytes, requests});
  return sizes;
}

// For each size: the index of the first size that a class ending there serves.
std::vector<std::size_t> FirstServed(const std::vector<SizeCount>& sizes,
                                     std::size_t max_slack_percent) {
  std::vector<std::size_t> first(sizes.size());
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    const std::size_t least = LeastServed(sizes[i].bytes, max_slack_percent);
    first[i] = i == 0 ? 0 : first[i - 1];
    while (sizes[first[i]].bytes < least) ++first[i];
  }
  return first;
}

}  // namespace

std::size_t LeastServed(std::size_t block_bytes, std::size_t max_slack_percent) {
  // [exercise 5.1]
  // Rounded down: slack in whole granules, so that a size just within the limit is in.
  const std::size_t slack_granules =
      block_bytes / kGranuleBytes * max_slack_percent / std::size_t{100};
  return block_bytes - (slack_granules + 1) * kGranuleBytes + 1;
  // [end 5.1]
}

std::vector<SizeClass> ChooseClasses(const std::vector<SizeCount>& histogram,
                                     const ClassLimits& limits) {
  const std::vector<SizeCount> sizes = Candidates(histogram, limits.max_block_bytes);
  const std::vector<std::size_t> first = FirstServed(sizes, limits.max_slack_percent);
  // [exercise 5.1b]
  // most[k][i]: the most requests that k classes can serve of the first i sizes.
  const std::size_t n = sizes.size();
  std::vector<std::vector<std::uint64_t>> most(limits.max_classes + 1,
                                               std::vector<std::uint64_t>(n + 1, 0));
  std::vector<std::uint64_t> sum(n + 1, 0);
  for (std::size_t i = 0; i < n; ++i) sum[i + 1] = sum[i] + sizes[i].requests;
  for (std::size_t k = 1; k <= limits.max_classes; ++k) {
    for (std::size_t i = 1; i <= n; ++i) {
      const std::size_t j = first[i - 1];
      most[k][i] = std::max(most[k][i - 1], most[k - 1][j] + sum[i] - sum[j]);
    }
  }
  std::size_t k = 0;
  while (most[k][n] < most[limits.max_classes][n]) ++k;  // no more than are needed
  std::vector<SizeClass> chosen;
  for (std::size_t i = n; k > 0 && i > 0; --i) {
    if (most[k][i] == most[k][i - 1]) continue;  // no class needs to end here
    const std::size_t block_bytes = sizes[i - 1].bytes;
    chosen.push_back({LeastServed(block_bytes, limits.max_slack_percent), block_bytes});
    i = first[i - 1] + 1;
    --k;
  }
  std::reverse(chosen.begin(), chosen.end());
  return chosen;
  // [end 5.1b]
}

ClassScore Score(const std::vector<SizeClass>& classes, const std::vector<SizeCount>& histogram) {
  // [exercise 5.1c]
  ClassScore score;
  for (const auto& [bytes, requests] : histogram) {
    if (bytes == 0) continue;
    score.requests += requests;
    for (const SizeClass& one : classes) {
      if (bytes < one.least_bytes || bytes > one.block_bytes) continue;
      score.served += requests;
      score.served_bytes += requests * bytes;
      score.served_blocks += requests * one.block_bytes;
    }
  }
  return score;
  // [end 5.1c]
}

std::vector<SizeClass> GridClasses(std::size_t above_bytes, std::size_t most_bytes) {
  std::vector<SizeClass> classes;
  for (std::size_t octave = above_bytes; octave < most_bytes; octave *= 2) {
    for (std::size_t step = 1; step <= kGridSteps; ++step) {
      const std::size_t below = octave + (step - 1) * (octave / kGridSteps);
      classes.push_back({below + 1, below + octave / kGridSteps});
    }
  }
  return classes;
}

}  // namespace workbook
