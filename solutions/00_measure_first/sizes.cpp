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
  std::unordered_map<std::uint64_t, std::uint64_t> requests;
  for (const trace::Event& event : events) {
    if (event.kind == trace::Kind::kAllocate && event.bytes > 0) ++requests[event.bytes];
  }
  std::vector<SizeCount> sizes;
  for (const auto& [bytes, count] : requests) sizes.push_back({bytes, count});
  MostRequestsFirst(sizes);
  return sizes;
  // [end 0.2]
}

double RepeatShare(std::span<const SizeCount> sizes) {
  // [exercise 0.2b]
  const std::uint64_t all = SumOfRequests(sizes);
  return Share(all - sizes.size(), all);
  // [end 0.2b]
}

double PoolShare(std::span<const SizeCount> sizes, std::size_t pools) {
  // [exercise 0.2c]
  const std::uint64_t served = SumOfRequests(sizes.first(std::min(pools, sizes.size())));
  return Share(served, SumOfRequests(sizes));
  // [end 0.2c]
}

std::uint64_t ClassBytes(std::uint64_t bytes) {
  // [exercise 0.2d]
  if (bytes == 0) return 0;
  const std::uint64_t step = std::max<std::uint64_t>(64, std::bit_floor(bytes - 1) / 4);
  return (bytes + step - 1) / step * step;
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
  std::uint64_t asked = 0;
  std::uint64_t given = 0;
  for (const SizeCount& size : sizes) {
    asked += size.bytes * size.requests;
    given += ClassBytes(size.bytes) * size.requests;
  }
  return Share(given - asked, given);
  // [end 0.2e]
}

}  // namespace workbook
