#include "ceiling.h"

#include <algorithm>
#include <limits>

#include "workbook/not_implemented.h"

namespace workbook {

std::uint64_t AllocatorNs(const trace::Summary& summary, std::uint64_t calls,
                          std::uint64_t clock_ns) {
  // [exercise 0.4]
  throw NotImplemented("0.4", "Exercise 0.4: time, and the ceiling");
  // [end 0.4]
}

double TimeShare(std::uint64_t ns, std::uint64_t run_us) {
  // [exercise 0.4b]
  throw NotImplemented("0.4b", "Exercise 0.4: time, and the ceiling");
  // [end 0.4b]
}

double Speedup(double share, double factor) {
  // [exercise 0.4c]
  throw NotImplemented("0.4c", "Exercise 0.4: time, and the ceiling");
  // [end 0.4c]
}

double Ceiling(double share) { return Speedup(share, std::numeric_limits<double>::infinity()); }

}  // namespace workbook
