#include "sizes.h"

#include <algorithm>
#include <bit>
#include <map>
#include <unordered_map>

#include "trace/share.h"
#include "workbook/not_implemented.h"

namespace workbook {

using trace::Share;

namespace {

// The order that CountSizes promises.
void MostRequestsFirst(std::vector<SizeCount>& sizes) {
  std::sort(sizes.begin(), sizes.end(), [](const SizeCount& a, const SizeCount& b) {
    return a.requests != b.requests ? a.requests > b.requests : a.bytes < b.bytes;
  });
}

std::uint64_t SumOfRequests(std::span<const SizeCount> sizes) {
  std::uint64_t sum = 0;
  for (const SizeCount& size : sizes) sum += size.requests;
  return sum;
}

}  // namespace

std::vector<SizeCount> CountSizes(std::span<const trace::Event> events) {
  // [exercise 0.2]
  throw NotImplemented("0.2", "Exercise 0.2: sizes that repeat");
  // [end 0.2]
}

double RepeatShare(std::span<const SizeCount> sizes) {
  // [exercise 0.2b]
  throw NotImplemented("0.2b", "Exercise 0.2: sizes that repeat");
  // [end 0.2b]
}

double PoolShare(std::span<const SizeCount> sizes, std::size_t pools) {
  // [exercise 0.2c]
  throw NotImplemented("0.2c", "Exercise 0.2: sizes that repeat");
  // [end 0.2c]
}

std::uint64_t ClassBytes(std::uint64_t bytes) {
  // [exercise 0.2d]
  throw NotImplemented("0.2d", "Exercise 0.2: sizes that repeat");
  // [end 0.2d]
}

std::vector<SizeCount> CountClasses(std::span<const SizeCount> sizes) {
  std::map<std::uint64_t, std::uint64_t> requests;
  for (const SizeCount& size : sizes) requests[ClassBytes(size.bytes)] += size.requests;
  std::vector<SizeCount> classes;
  for (const auto& [bytes, count] : requests) classes.push_back({bytes, count});
  MostRequestsFirst(classes);
  return classes;
}

double SlackShare(std::span<const SizeCount> sizes) {
  // [exercise 0.2e]
  throw NotImplemented("0.2e", "Exercise 0.2: sizes that repeat");
  // [end 0.2e]
}

}  // namespace workbook
