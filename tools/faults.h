#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "catalog.h"
#include "project.h"

namespace workbook::tool {

/// A planted wrong answer: tests/faults/NN_topic/3.2_forgets_to_unlink.cpp.
struct Fault {
  std::string name;      ///< "3.2_forgets_to_unlink"
  std::string exercise;  ///< "3.2"
  std::filesystem::path path;
  std::string mistake;  ///< one sentence
  std::string verdict;  ///< "failed", "crashed", "timed out", "ended early", "address sanitizer" …
  std::string caught_by;  ///< "Ex3_2.NeverHandsOutOneBlockTwice"
  std::string message;    ///< words that the failure must contain
  /// By region id: of the exercise, or of an earlier one whose own tests cannot see the mistake.
  std::map<std::string, std::string> bodies;

  /// "address", "undefined" or "thread" if a sanitizer is to catch it, else empty.
  [[nodiscard]] std::string Sanitizer() const;
};

/// Reads one fault. Throws UserError naming file and field.
Fault ReadFault(const Project& project, const Chapter& chapter, const Exercise& exercise,
                const std::filesystem::path& path);

/// The faults of an exercise, by name. Throws UserError.
std::vector<Fault> FaultsOf(const Project& project, const Chapter& chapter,
                            const Exercise& exercise);

/// Names in tests/faults/NN_topic/ that belong to no exercise of the chapter.
std::vector<std::string> StrayFaults(const Project& project, const Chapter& chapter);

}  // namespace workbook::tool
