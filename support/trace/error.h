#pragma once

#include <cstdint>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <utility>

namespace workbook::trace {

/// A trace that cannot be read, and why. `what()` is "FILE:LINE: reason", or "FILE: reason".
class TraceError : public std::runtime_error {
 public:
  /// @param line  counted from 1; 0 when the file as a whole is meant
  TraceError(const std::filesystem::path& file, std::uint64_t line, std::string reason)
      : std::runtime_error(file.string() + (line == 0 ? "" : ":" + std::to_string(line)) + ": " +
                           reason),
        line_(line),
        reason_(std::move(reason)) {}

  [[nodiscard]] std::uint64_t line() const { return line_; }
  /// One sentence for people, without file and line.
  [[nodiscard]] const std::string& reason() const { return reason_; }

 private:
  std::uint64_t line_;
  std::string reason_;
};

}  // namespace workbook::trace
