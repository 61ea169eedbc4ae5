#include "own_process.h"

#include <dlfcn.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <memory>
#include <stdexcept>

namespace workbook::bench {
namespace {

namespace fs = std::filesystem;

constexpr const char* kChild = "WORKBOOK_REMEDY";  // "workload/way" makes this process a child

std::string Quoted(const std::string& word) {
  std::string out = "'";
  for (const char c : word) {
    if (c == '\'') {
      out.append("'\\''");
    } else {
      out.push_back(c);
    }
  }
  out.push_back('\'');
  return out;
}

// The library that serves malloc in this process.
std::string ServerOfMalloc() {
  Dl_info info{};
  const void* const malloc_address = dlsym(RTLD_DEFAULT, "malloc");
  return dladdr(malloc_address, &info) != 0 && info.dli_fname != nullptr ? info.dli_fname : "";
}

// What the child prints: one line, three numbers, and who served malloc.
struct Answer {
  StepCost cost;
  std::string server;
};

std::string OutputOf(const std::string& command) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> pipe(popen(command.c_str(), "r"), pclose);
  if (!pipe) throw std::runtime_error("a process could not be started");
  std::string output;
  char piece[256];
  while (std::fgets(piece, sizeof(piece), pipe.get()) != nullptr) output += piece;
  return output;
}

Answer ReadAnswer(const std::string& output) {
  Answer answer;
  char server[1024] = "";
  if (std::sscanf(output.c_str(), "step %lf %lf %lf %1023[^\n]", &answer.cost.nanoseconds,
                  &answer.cost.page_faults, &answer.cost.peak_resident_bytes, server) < 4) {
    throw std::runtime_error("the process of its own failed: " + output);
  }
  answer.server = server;
  return answer;
}

}  // namespace

std::optional<std::string> FindLibrary(const std::string& name) {
  for (const char* folder :
       {"/usr/lib/x86_64-linux-gnu", "/usr/local/lib", "/usr/lib64", "/usr/lib"}) {
    const fs::path path = fs::path(folder) / name;
    if (fs::exists(path)) return path.string();
  }
  return std::nullopt;
}

StepCost RunInOwnProcess(const std::string& workload, const Remedy& remedy) {
  std::vector<std::string> words = remedy.environment;
  words.push_back(std::string(kChild).append("=").append(workload).append("/").append(remedy.way));
  if (!remedy.preload.empty()) words.push_back(std::string("LD_PRELOAD=").append(remedy.preload));
  words.push_back(fs::read_symlink("/proc/self/exe").string());
  std::string command = "env";
  for (const std::string& word : words) command.append(" ").append(Quoted(word));
  command.append(" 2>&1");
  const Answer answer = ReadAnswer(OutputOf(command));
  if (!remedy.preload.empty() && !fs::equivalent(answer.server, remedy.preload)) {
    throw std::runtime_error("malloc was served by " + answer.server + " all the same");
  }
  return answer.cost;
}

void EndIfChild() {
  const char* const task = std::getenv(kChild);
  if (task == nullptr) return;
  const std::string words = task;
  const std::size_t slash = words.find('/');
  try {
    const StepCost cost = RunWorkload(words.substr(0, slash), words.substr(slash + 1));
    std::printf("step %.1f %.3f %.0f %s\n", cost.nanoseconds, cost.page_faults,
                cost.peak_resident_bytes, ServerOfMalloc().c_str());
  } catch (const std::exception& error) {
    std::printf("%s\n", error.what());
  }
  std::fflush(stdout);
  _exit(0);
}

}  // namespace workbook::bench
