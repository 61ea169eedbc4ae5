#pragma once

#include <cstdint>

namespace workbook::trace {

/// What share of the whole a part is; 0 where there is no whole.
inline double Share(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

}  // namespace workbook::trace
