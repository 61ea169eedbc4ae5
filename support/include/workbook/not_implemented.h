#pragma once

#include <unistd.h>

#include <cstring>
#include <stdexcept>
#include <string>

namespace workbook {

/// Thrown by an exercise that nobody has written yet.
class NotImplemented : public std::logic_error {
 public:
  /// @param exercise  the exercise's number, such as "3.2"
  /// @param section   the section of the chapter's README.md to read
  NotImplemented(const char* exercise, const char* section)
      : std::logic_error(std::string("exercise ") + exercise + " is not written yet: read \"" +
                         section + "\" in the chapter's README.md") {}
};

/// Stands in for an exercise that a destructor or a deleter can reach, where an exception would end
/// the process: writes one line to standard error and returns. Never allocates.
/// @param exercise  the exercise's number, such as "3.2"
inline void ReportNotImplemented(const char* exercise) noexcept {
  static constexpr char kTail[] = " is not written yet\n";
  char line[64] = "exercise ";
  const std::size_t id_bytes = strnlen(exercise, 16);
  std::memcpy(line + 9, exercise, id_bytes);
  std::memcpy(line + 9 + id_bytes, kTail, sizeof(kTail) - 1);
  [[maybe_unused]] const auto written =
      write(STDERR_FILENO, line, 9 + id_bytes + sizeof(kTail) - 1);
}

}  // namespace workbook
