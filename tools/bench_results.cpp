#include "bench_results.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "files.h"
#include "verdict.h"

namespace workbook::tool {
namespace {

using Json = nlohmann::json;

double InNanoseconds(double time, const std::string& unit) {
  if (unit == "us") return time * 1e3;
  if (unit == "ms") return time * 1e6;
  if (unit == "s") return time * 1e9;
  return time;
}

// Fields that Google Benchmark writes itself; every other number is a counter.
bool IsCounter(const std::string& key) {
  static const std::set<std::string> kOwn = {"family_index", "per_family_instance_index",
                                             "repetitions",  "repetition_index",
                                             "threads",      "iterations",
                                             "real_time",    "cpu_time"};
  return !kOwn.contains(key);
}

// Google Benchmark writes NaN, which is no JSON, as the variation of a counter that is always 0.
std::string WithoutNaN(std::string text) {
  for (const std::string& word :
       std::vector<std::string>{": NaN", ": -NaN", ": Infinity", ": -Infinity"}) {
    for (std::size_t at = 0; (at = text.find(word, at)) != std::string::npos;) {
      text.replace(at, word.size(), ": null");
    }
  }
  return text;
}

std::map<std::string, std::string> MachineOf(const Json& context) {
  std::map<std::string, std::string> machine;
  for (const char* key : {"processor", "cores", "kernel", "compiler", "torch", "load", "date"}) {
    if (context.contains(key) && context[key].is_string()) machine[key] = context[key];
  }
  return machine;
}

void AddRepetition(const Json& entry, BenchCase& result) {
  result.threads = entry.value("threads", 1);
  if (entry.value("error_occurred", false)) {
    result.error = entry.value("error_message", "unknown error");
    return;
  }
  const std::string unit = entry.value("time_unit", "ns");
  result.by_processor.push_back(InNanoseconds(entry.at("cpu_time").get<double>(), unit));
  result.by_clock.push_back(InNanoseconds(entry.at("real_time").get<double>(), unit));
  for (const auto& [name, value] : entry.items()) {
    if (value.is_number() && IsCounter(name)) result.samples[name].push_back(value);
  }
}

}  // namespace

bool BenchCase::ByClock() const {
  return threads > 1 || name.ends_with("/manual_time") || name.ends_with("/real_time");
}

std::string DefaultOf(const std::string& name) {
  const std::size_t first = name.find('/');
  if (first == std::string::npos) return name;
  const std::size_t second = std::min(name.find('/', first + 1), name.size());
  return name.substr(0, first) + "/default" + name.substr(second);
}

double CoreShare(const BenchCase& one) {
  // Processor time is of all threads together, time by the clock of one.
  return Median(one.by_processor) / (Median(one.by_clock) * one.threads);
}

Estimate RatioOf(const BenchCase& measure, const BenchCase& against) {
  if (measure.ByClock() || against.ByClock()) {
    return MedianOfRatios(measure.by_clock, against.by_clock);
  }
  return MedianOfRatios(measure.by_processor, against.by_processor);
}

const BenchCase* BenchResults::Find(const std::string& name) const {
  const auto found = std::find_if(cases.begin(), cases.end(),
                                  [&name](const BenchCase& one) { return one.name == name; });
  return found == cases.end() ? nullptr : &*found;
}

void BenchResults::Replace(const BenchResults& later) {
  for (BenchCase& mine : cases) {
    if (const BenchCase* other = later.Find(mine.name)) mine = *other;
  }
}

BenchResults ReadBenchResults(const std::filesystem::path& path) {
  BenchResults results;
  try {
    const Json report = Json::parse(WithoutNaN(ReadFile(path)));
    results.machine = MachineOf(report.at("context"));
    for (const Json& entry : report.at("benchmarks")) {
      if (entry.value("run_type", "iteration") != "iteration") continue;  // its own averages
      const std::string name = entry.at("name");
      auto found = std::find_if(results.cases.begin(), results.cases.end(),
                                [&name](const BenchCase& one) { return one.name == name; });
      if (found == results.cases.end()) {
        results.cases.emplace_back().name = name;
        found = std::prev(results.cases.end());
      }
      AddRepetition(entry, *found);
    }
  } catch (const Json::exception& error) {
    throw UserError(kExitCrashed,
                    path.string() + " is no complete benchmark report: " + error.what());
  }
  for (BenchCase& one : results.cases) {
    for (const auto& [name, values] : one.samples) one.counters[name] = Median(values);
  }
  // Interleaving reports cases in random order; people want the same order each time.
  std::sort(results.cases.begin(), results.cases.end(),
            [](const BenchCase& a, const BenchCase& b) { return a.name < b.name; });
  return results;
}

}  // namespace workbook::tool
