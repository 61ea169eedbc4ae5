#include "machine.h"

#include <benchmark/benchmark.h>
#include <sys/utsname.h>
#include <torch/headeronly/version.h>

#include <fstream>
#include <string>
#include <thread>

namespace workbook::bench {
namespace {

std::string Processor() {
  std::ifstream file("/proc/cpuinfo");
  std::string line;
  while (std::getline(file, line)) {
    if (line.rfind("model name", 0) != 0) continue;
    const std::size_t colon = line.find(": ");
    if (colon != std::string::npos) return line.substr(colon + 2);
  }
  return "unknown";
}

std::string Kernel() {
  utsname names{};
  return uname(&names) == 0 ? std::string(names.sysname) + " " + names.release : "unknown";
}

std::string FirstLine(const char* path) {
  std::ifstream file(path);
  std::string line;
  return std::getline(file, line) ? line : "unknown";
}

std::string Compiler() {
#if defined(__clang__)
  return std::string("clang ") + __clang_version__;
#else
  return std::string("g++ ") + __VERSION__;
#endif
}

}  // namespace

void AddMachineContext() {
  benchmark::AddCustomContext("processor", Processor());
  benchmark::AddCustomContext("cores", std::to_string(std::thread::hardware_concurrency()));
  benchmark::AddCustomContext("kernel", Kernel());
  benchmark::AddCustomContext("compiler", Compiler());
  benchmark::AddCustomContext("torch", TORCH_VERSION);
  benchmark::AddCustomContext("load", FirstLine("/proc/loadavg"));
  benchmark::AddCustomContext("huge_pages",
                              FirstLine("/sys/kernel/mm/transparent_hugepage/enabled"));
}

}  // namespace workbook::bench
