#include "json_text.h"

#include <nlohmann/json.hpp>

namespace workbook::tool {
namespace {

// Output of a crashed program may hold any bytes: they must not stop the report.
constexpr auto kReplaceBadBytes = nlohmann::json::error_handler_t::replace;

}  // namespace

std::string JsonString(std::string_view text) {
  return nlohmann::json(text).dump(-1, ' ', false, kReplaceBadBytes);
}

std::string JsonList(const std::vector<std::string>& texts) {
  return nlohmann::json(texts).dump(-1, ' ', false, kReplaceBadBytes);
}

}  // namespace workbook::tool
