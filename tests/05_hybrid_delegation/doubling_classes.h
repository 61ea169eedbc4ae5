#pragma once

#include <cstddef>
#include <vector>

#include "size_classes.h"

namespace workbook::test_support {

/// Classes of 1 to 128 KiB, each twice as large as the one before it: blocks of any of them can be
/// cut into blocks of the one below it.
inline std::vector<SizeClass> DoublingClasses() {
  std::vector<SizeClass> classes;
  for (std::size_t bytes = 1024; bytes <= std::size_t{128} * 1024; bytes *= 2)
    classes.push_back({bytes / 2 + 1, bytes});
  return classes;
}

}  // namespace workbook::test_support
