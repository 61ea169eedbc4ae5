#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace workbook::tool {

/// A JSON string with its quotes. Bytes that are not UTF-8 become U+FFFD.
std::string JsonString(std::string_view text);

/// A JSON list of strings.
std::string JsonList(const std::vector<std::string>& texts);

}  // namespace workbook::tool
