#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace workbook::testing {

/// A size as a failure message shows it: "171", "2^64 - 15", "2^63 + 8"; "nothing" for nullopt.
inline std::string InWords(std::optional<std::size_t> bytes) {
  constexpr std::size_t kNear = 1 << 16;
  constexpr std::size_t kHalf = std::size_t{1} << 63;
  if (!bytes) return "nothing";
  if (*bytes == kHalf) return "2^63";
  if (*bytes > kHalf && *bytes - kHalf < kNear) return "2^63 + " + std::to_string(*bytes - kHalf);
  if (*bytes < kHalf && kHalf - *bytes < kNear) return "2^63 - " + std::to_string(kHalf - *bytes);
  if (*bytes > 0 - kNear) return "2^64 - " + std::to_string(0 - *bytes);
  return std::to_string(*bytes);
}

}  // namespace workbook::testing
