#include "ceiling.h"

#include <algorithm>
#include <limits>

#include "workbook/not_implemented.h"

namespace workbook {

std::uint64_t AllocatorNs(const trace::Summary& summary, std::uint64_t calls,
                          std::uint64_t clock_ns) {
  // [exercise 0.4]
  const std::uint64_t measured = summary.allocate_ns + summary.free_ns;
  const std::uint64_t added = calls * clock_ns;
  return measured > added ? measured - added : 0;
  // [end 0.4]
}

double TimeShare(std::uint64_t ns, std::uint64_t run_us) {
  // [exercise 0.4b]
  if (run_us == 0) return 0;
  return std::min(1.0, static_cast<double>(ns) / (static_cast<double>(run_us) * 1000));
  // [end 0.4b]
}

double Speedup(double share, double factor) {
  // [exercise 0.4c]
  return 1 / ((1 - share) + share / factor);
  // [end 0.4c]
}

double Ceiling(double share) { return Speedup(share, std::numeric_limits<double>::infinity()); }

}  // namespace workbook
