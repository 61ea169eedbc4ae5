// The main function of every chapter's benchmark: the machine's description, then Google Benchmark.
#include <benchmark/benchmark.h>

#include <exception>
#include <iostream>
#include <regex>
#include <string>

#include "bench.h"
#include "footprint.h"
#include "machine.h"

namespace {

// The filter as Google Benchmark reads it, and whether cases run at all: measuring the memory of a
// case that is only listed would be wasted time.
std::function<bool(const std::string&)> WillRun(int argc, char** argv) {
  std::string filter = ".";
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    static const std::string kFilter = "--benchmark_filter=";
    if (argument.rfind("--benchmark_list_tests", 0) == 0) return [](const auto&) { return false; };
    if (argument.rfind(kFilter, 0) == 0) filter = argument.substr(kFilter.size());
  }
  const bool inverted = filter.rfind('-', 0) == 0;
  const std::regex pattern(inverted ? filter.substr(1) : filter, std::regex::extended);
  return [=](const std::string& name) { return std::regex_search(name, pattern) != inverted; };
}

}  // namespace

int main(int argc, char** argv) try {
  workbook::bench::SetWillRun(WillRun(argc, argv));
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  workbook::bench::AddMachineContext();
  workbook::bench::RegisterCases();
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
} catch (const std::exception& error) {
  std::cerr << "the benchmark could not be set up: " << error.what() << '\n';
  return 1;
}
