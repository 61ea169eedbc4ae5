#include "junit.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace workbook::tool {
namespace {

// Bytes of the UTF-8 character that begins at `at`; 0 where none does. XML readers refuse a file
// with a broken one, and a learner's program may print anything.
std::size_t CharacterBytes(std::string_view text, std::size_t at) {
  const auto lead = static_cast<unsigned char>(text[at]);
  std::size_t bytes = 0;
  if (lead < 0x80) return lead >= 0x20 || lead == '\n' || lead == '\t' ? 1 : 0;
  if (lead >= 0xC2 && lead < 0xE0) bytes = 2;
  if (lead >= 0xE0 && lead < 0xF0) bytes = 3;
  if (lead >= 0xF0 && lead < 0xF5) bytes = 4;
  if (bytes == 0 || at + bytes > text.size()) return 0;
  for (std::size_t i = 1; i < bytes; ++i) {
    if ((static_cast<unsigned char>(text[at + i]) & 0xC0U) != 0x80U) return 0;
  }
  return bytes;
}

std::string Escaped(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t bytes = CharacterBytes(text, i);
    switch (bytes == 0 ? '\0' : text[i]) {
      case '\0':
        out += '?';
        break;
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\n':
        out += "&#10;";
        break;
      default:
        out += text.substr(i, bytes);
    }
    i += std::max<std::size_t>(bytes, 1);
  }
  return out;
}

std::string_view Tag(JunitCase::Outcome outcome) {
  switch (outcome) {
    case JunitCase::Outcome::kFailed:
      return "failure";
    case JunitCase::Outcome::kSkipped:
      return "skipped";
    case JunitCase::Outcome::kError:
      return "error";
    case JunitCase::Outcome::kPassed:
      break;
  }
  return {};
}

std::string CaseXml(const JunitCase& test) {
  std::string out = fmt::format(R"(    <testcase classname="{}" name="{}" time="{:.3f}")",
                                Escaped(test.suite), Escaped(test.name), test.seconds);
  if (test.outcome == JunitCase::Outcome::kPassed) return out + "/>\n";
  const std::string_view tag = Tag(test.outcome);
  out += fmt::format(">\n      <{} message=\"{}\"", tag, Escaped(test.kind));
  if (tag != "skipped") out += fmt::format(" type=\"{}\"", Escaped(test.kind));
  return out + fmt::format(">{}</{}>\n    </testcase>\n", Escaped(test.message), tag);
}

std::string Counts(const std::vector<JunitCase>& cases, std::string_view suite) {
  const auto count = [&](JunitCase::Outcome outcome) {
    return std::count_if(cases.begin(), cases.end(), [&](const JunitCase& test) {
      return test.outcome == outcome && (suite.empty() || test.suite == suite);
    });
  };
  using enum JunitCase::Outcome;
  const auto failed = count(kFailed), skipped = count(kSkipped), errors = count(kError);
  return fmt::format(R"(tests="{}" failures="{}" errors="{}" skipped="{}")",
                     count(kPassed) + failed + skipped + errors, failed, errors, skipped);
}

}  // namespace

std::string JunitXml(const std::vector<JunitCase>& cases) {
  std::string out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
  out += fmt::format("<testsuites name=\"workbook\" {}>\n", Counts(cases, ""));
  std::string open;
  for (const JunitCase& test : cases) {
    if (test.suite != open) {
      if (!open.empty()) out += "  </testsuite>\n";
      out += fmt::format("  <testsuite name=\"{}\" {}>\n", Escaped(test.suite),
                         Counts(cases, test.suite));
      open = test.suite;
    }
    out += CaseXml(test);
  }
  if (!open.empty()) out += "  </testsuite>\n";
  return out + "</testsuites>\n";
}

}  // namespace workbook::tool
