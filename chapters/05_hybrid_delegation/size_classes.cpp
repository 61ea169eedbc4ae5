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
  throw NotImplemented("5.1", "Choosing classes");
  // [end 5.1]
}

std::vector<SizeClass> ChooseClasses(const std::vector<SizeCount>& histogram,
                                     const ClassLimits& limits) {
  const std::vector<SizeCount> sizes = Candidates(histogram, limits.max_block_bytes);
  const std::vector<std::size_t> first = FirstServed(sizes, limits.max_slack_percent);
  // [exercise 5.1b]
  throw NotImplemented("5.1b", "Choosing classes");
  // [end 5.1b]
}

ClassScore Score(const std::vector<SizeClass>& classes, const std::vector<SizeCount>& histogram) {
  // [exercise 5.1c]
  throw NotImplemented("5.1c", "Choosing classes");
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
