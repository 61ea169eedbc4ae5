#include "router.h"

#include <bit>
#include <stdexcept>
#include <string>
#include <utility>

#include "workbook/not_implemented.h"

namespace workbook {
namespace {

constexpr std::size_t kLinearBytes = 1024;                            // one bucket a granule
constexpr std::size_t kLinearBuckets = kLinearBytes / kGranuleBytes;  // 16
constexpr std::size_t kStepBits = 4;                                  // 2^4 buckets an octave
constexpr std::size_t kLinearBits = 10;                               // 2^10 = kLinearBytes

}  // namespace

std::size_t BucketOf(std::size_t bytes) {
  // [exercise 5.2]
  throw NotImplemented("5.2", "Routing in O(1)");
  // [end 5.2]
}

Router::Router(std::vector<SizeClass> classes) : classes_(std::move(classes)) {
  if (classes_.empty()) return;
  Check();
  first_class_.resize(BucketOf(classes_.back().block_bytes) + 1);
  FillTable();
}

void Router::Check() const {
  if (classes_.size() >= kNoClass) throw std::invalid_argument("too many size classes");
  for (std::size_t i = 0; i < classes_.size(); ++i) {
    const auto& [least, most] = classes_[i];
    const std::string where = "size class " + std::to_string(i) + " (" + std::to_string(least) +
                              " to " + std::to_string(most) + " bytes)";
    if (least == 0 || least > most || most % kGranuleBytes != 0)
      throw std::invalid_argument(where + " is none");
    if (i == 0) continue;
    if (least <= classes_[i - 1].block_bytes)
      throw std::invalid_argument(where + " begins in the one before it");
    if (BucketOf(most) == BucketOf(classes_[i - 1].block_bytes))
      throw std::invalid_argument(where + " ends in the same bucket as the one before it");
  }
}

void Router::FillTable() {
  // [exercise 5.2b]
  throw NotImplemented("5.2b", "Routing in O(1)");
  // [end 5.2b]
}

ClassIndex Router::Route(std::size_t bytes) const {
  // [exercise 5.2c]
  throw NotImplemented("5.2c", "Routing in O(1)");
  // [end 5.2c]
}

}  // namespace workbook
