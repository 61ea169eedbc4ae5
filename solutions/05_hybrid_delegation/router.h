#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "size_classes.h"

namespace workbook {

/// Which class of a list: its index.
using ClassIndex = std::uint16_t;

/// No class: the request goes to the upstream.
inline constexpr ClassIndex kNoClass = 0xFFFF;

/// Finds the class of a size with two array reads and one or two comparisons, however many classes
/// there are. All sizes fall into a fixed set of *buckets*: one for each multiple of 64 up to 1,024
/// bytes, then 16 from one power of two to the next.
///
///     bytes    1 … 64 | 65 … 128 | … | 961 … 1024 | 1025 … 1088 | … | 1985 … 2048 | 2049 … 2176 |
///     … bucket      0   |     1    | … |     15     |      16     | … |      31     |      32 | …
///
/// A table says for each bucket which class is the first that does not end below it. Never changes
/// after its construction, so any number of threads may ask at once.
class Router {
 public:
  /// @param classes  ascending and disjoint; no two end in the same bucket
  /// @throws std::invalid_argument  when they are not
  explicit Router(std::vector<SizeClass> classes);

  /// @param bytes  any number, 0 and SIZE_MAX included
  /// @return the class with least_bytes <= bytes <= block_bytes, or kNoClass
  ClassIndex Route(std::size_t bytes) const;

  const std::vector<SizeClass>& classes() const noexcept { return classes_; }
  std::size_t block_bytes(ClassIndex index) const { return classes_[index].block_bytes; }

 private:
  void Check() const;
  void FillTable();

  std::vector<SizeClass> classes_;
  // first_class_[b]: the first class whose block_bytes reach into bucket b or beyond.
  std::vector<ClassIndex> first_class_;
};

/// The bucket of a size.
/// @param bytes  1 to 2^63
std::size_t BucketOf(std::size_t bytes);

}  // namespace workbook
