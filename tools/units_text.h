#pragma once

#include <cstdint>
#include <string>

namespace workbook::tool {

/// "1,234,567"
std::string Grouped(std::uint64_t number);

/// "640 B", "64.0 KiB", "66.1 MiB", "1.23 GiB"
std::string BytesText(std::uint64_t bytes);

/// "640 us", "64.0 ms", "1.23 s"
std::string MicrosecondsText(std::uint64_t microseconds);

/// "57.7 %"
std::string PercentText(double share);

}  // namespace workbook::tool
