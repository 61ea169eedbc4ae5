#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "bench_statistics.h"

namespace workbook::tool {

/// One benchmark case: every repetition of it.
struct BenchCase {
  std::string name;  ///< "allocate_free/stage/4096/threads:2"
  int threads = 1;
  /// Nanoseconds an iteration, one for each repetition. With several threads, an iteration is one
  /// of all threads' together: a lower number by the clock is more throughput.
  std::vector<double> by_processor;  ///< processor time: what other programs disturb least
  std::vector<double> by_clock;
  std::map<std::string, double> counters;  ///< medians; "resident_bytes" and the case's own
  std::map<std::string, std::vector<double>> samples;  ///< the same, one for each repetition
  std::string error;  ///< why it could not run; then nothing was measured

  [[nodiscard]] bool ok() const { return error.empty() && !by_clock.empty(); }
  /// It did not run because something is not there that need not be there, and says so.
  [[nodiscard]] bool skipped() const { return error.starts_with("skipped: "); }
  /// Whether the clock counts: with several threads, and where a case measures time itself.
  [[nodiscard]] bool ByClock() const;
  [[nodiscard]] const std::vector<double>& Times() const {
    return ByClock() ? by_clock : by_processor;
  }
};

/// "allocate_free/stage/4096" -> "allocate_free/default/4096".
std::string DefaultOf(const std::string& name);

/// How much of the cores that its threads could use a case got, 0 to 1: less than 1 when other
/// programs ran meanwhile, or when the threads slept. Only for a case that is ok().
double CoreShare(const BenchCase& one);

/// How many times as long `measure` takes as `against`. Both must be ok(). Both by the clock as
/// soon as one of them has several threads.
Estimate RatioOf(const BenchCase& measure, const BenchCase& against);

/// What one benchmark program reported.
struct BenchResults {
  std::map<std::string, std::string> machine;  ///< "processor" -> "AMD EPYC" …
  std::vector<BenchCase> cases;                ///< in the order of the first report

  /// Null if there is no such case.
  [[nodiscard]] const BenchCase* Find(const std::string& name) const;
  /// Puts the cases of a later run in the place of ours.
  void Replace(const BenchResults& later);
};

/// Reads Google Benchmark's JSON report. Throws UserError if it is missing or damaged.
BenchResults ReadBenchResults(const std::filesystem::path& path);

}  // namespace workbook::tool
