#pragma once

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "build.h"
#include "catalog.h"
#include "runner.h"

namespace workbook::tool {

struct CheckOptions {
  std::string sanitizer;  ///< "", "address", "undefined" or "thread"
  std::chrono::milliseconds time_limit{60'000};
  /// True: what is not written yet is built and run all the same, so that its learner sees what the
  /// first test wants. The verdict stays kNotStarted.
  bool run_not_started = false;
};

/// A learner's file as it was judged.
struct JudgedFile {
  std::string path;  ///< relative to the root
  std::string hash;  ///< ShortHash of the text
};

/// Where one of an exercise's regions begins.
struct RegionLine {
  std::string id;        ///< "3.2b"
  std::string file;      ///< relative to the root
  int line = 0;          ///< of the opening marker
  bool written = false;  ///< its body is no longer the stub
};

struct ExerciseReport {
  std::string id;
  Verdict verdict = Verdict::kNotStarted;
  std::string detail;              ///< one sentence, or the whole message of a damaged file
  std::vector<JudgedFile> files;   ///< those that hold the exercise's regions
  std::string region_hash;         ///< of the exercise's regions together, white space ignored
  int line = 0;                    ///< of the exercise's first region, in files.front()
  std::vector<RegionLine> places;  ///< all of the exercise's regions
  /// An exercise that must pass again before this one is judged fairly; empty if there is none.
  std::string check_first;
  std::string check_first_reason;  ///< "1.1's code has changed since it passed"
  std::optional<CompileError> compile_error;
  std::filesystem::path log;  ///< of the build, if it failed
  RunResult run;              ///< empty unless the tests ran
  double seconds = 0;

  [[nodiscard]] std::size_t PlacesWritten() const;
  /// Wrong, but some of its places still hold their stubs: not a wrong answer, half of one.
  [[nodiscard]] bool IsBegun() const;
};

/// Judges the learner's code for one exercise: text first (damaged, not started), then builds and
/// runs its tests in a process of their own. Never throws for what the learner's code does.
ExerciseReport CheckExercise(const Project& project, const Catalog& catalog,
                             const Exercise& exercise, const CheckOptions& options = {});

/// Whether the exercise's tests can run under a sanitizer; "" is none.
bool SupportsSanitizer(const Exercise& exercise, const std::string& sanitizer);

/// Judges by text alone, in milliseconds. True if that settles it (kDamagedFile or kNotStarted, in
/// `report`); false if the code must be built to know. Fills files, line and region_hash either
/// way.
bool CheckText(const Project& project, const Catalog& catalog, const Exercise& exercise,
               ExerciseReport& report);

}  // namespace workbook::tool
