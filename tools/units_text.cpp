#include "units_text.h"

#include <fmt/format.h>

namespace workbook::tool {
namespace {

std::string ThreeDigits(double value, const char* unit) {
  const int decimals = value < 10 ? 2 : value < 100 ? 1 : 0;
  return fmt::format("{:.{}f} {}", value, decimals, unit);
}

}  // namespace

std::string Grouped(std::uint64_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t at = digits.size(); at > 3;) digits.insert(at -= 3, ",");
  return digits;
}

std::string BytesText(std::uint64_t bytes) {
  constexpr std::uint64_t kKibi = 1024;
  const auto value = static_cast<double>(bytes);
  if (bytes < kKibi) return std::to_string(bytes) + " B";
  if (bytes < kKibi * kKibi) return ThreeDigits(value / 1024, "KiB");
  if (bytes < kKibi * kKibi * kKibi) return ThreeDigits(value / 1024 / 1024, "MiB");
  return ThreeDigits(value / 1024 / 1024 / 1024, "GiB");
}

std::string MicrosecondsText(std::uint64_t microseconds) {
  const auto value = static_cast<double>(microseconds);
  if (microseconds < 1000) return std::to_string(microseconds) + " us";
  if (microseconds < 1'000'000) return ThreeDigits(value / 1e3, "ms");
  return ThreeDigits(value / 1e6, "s");
}

std::string PercentText(double share) { return fmt::format("{:.1f} %", share * 100); }

}  // namespace workbook::tool
