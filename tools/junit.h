#pragma once

#include <string>
#include <vector>

namespace workbook::tool {

/// One exercise in a JUnit report.
struct JunitCase {
  enum class Outcome { kPassed, kFailed, kSkipped, kError };
  std::string suite;  ///< the chapter, such as "01_naive_wrapper"
  std::string name;   ///< the exercise, such as "1.2 Zero bytes"
  double seconds = 0;
  Outcome outcome = Outcome::kPassed;
  std::string kind;     ///< the verdict in words, such as "crashed"
  std::string message;  ///< the failure in full; any bytes are allowed
};

/// The report as JUnit XML, one suite a chapter, in the given order. Bytes that XML forbids become
/// "?".
std::string JunitXml(const std::vector<JunitCase>& cases);

}  // namespace workbook::tool
