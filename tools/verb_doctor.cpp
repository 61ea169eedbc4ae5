// doctor: what this machine has, what it lacks, and the line that mends it.
#include <fmt/format.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "desk.h"
#include "files.h"
#include "learner_verbs.h"
#include "process.h"

namespace workbook::tool {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

struct Finding {
  enum class State { kFound, kOptional, kMissing };
  State state = State::kFound;
  std::string name;
  std::string found;  ///< version and place, or what is missing
  std::string fix;    ///< the line to run
};

struct Tool {
  const char* name;
  const char* package;
  const char* needed_for;  ///< empty: for everything
};

constexpr std::array kTools{
    Tool{"c++", "g++", ""},
    Tool{"cmake", "cmake", ""},
    Tool{"ninja", "ninja-build", ""},
    Tool{"python3", "python3", ""},
    Tool{"git", "git", "update"},
    Tool{"doxygen", "doxygen graphviz doxygen-awesome-css", "docs"},
    Tool{"clang-tidy", "clang clang-tidy clang-format", "test"},
};

struct Header {
  const char* name;
  const char* file;
  const char* package;
  const char* needed_for;
};

constexpr std::array kHeaders{
    Header{"GoogleTest", "gtest/gtest.h", "libgtest-dev", ""},
    Header{"Google Benchmark", "benchmark/benchmark.h", "libbenchmark-dev", "bench"},
};

std::string InstallLine(std::string_view packages) {
  return fmt::format("sudo apt-get install -y {}", packages);
}

Finding::State Absent(std::string_view needed_for) {
  return needed_for.empty() ? Finding::State::kMissing : Finding::State::kOptional;
}

std::string AbsentWords(std::string_view needed_for) {
  return needed_for.empty() ? "not found"
                            : fmt::format("not found; only ./workbook {} needs it", needed_for);
}

std::string FirstLine(const std::string& text) { return text.substr(0, text.find('\n')); }

Finding FindTool(const Tool& tool) {
  Command command;
  command.argv = {tool.name, "--version"};
  const ProcessResult result = RunProcess(command);
  if (result.ok()) {
    // LLVM's tools put the version on the line after their name.
    const std::size_t version = result.output.find("LLVM version");
    const std::string from = result.output.substr(version == std::string::npos ? 0 : version);
    return {Finding::State::kFound, tool.name, FirstLine(from), {}};
  }
  return {Absent(tool.needed_for), tool.name, AbsentWords(tool.needed_for),
          InstallLine(tool.package)};
}

Finding FindHeader(const Header& header) {
  for (const char* folder : {"/usr/include", "/usr/local/include"}) {
    const fs::path path = fs::path(folder) / header.file;
    if (fs::exists(path)) return {Finding::State::kFound, header.name, path.string(), {}};
  }
  return {Absent(header.needed_for), header.name, AbsentWords(header.needed_for),
          InstallLine(header.package)};
}

// The compiler, asked to build a small program with the sanitizer's runtime.
Finding FindSanitizer(const Project& project, const std::string& name) {
  const fs::path folder = project.state() / "doctor";
  fs::create_directories(folder);
  std::ofstream(folder / "empty.cpp") << "int main() {}\n";
  const char* compiler = std::getenv("CXX");
  Command command;
  command.argv = {compiler == nullptr ? "c++" : compiler, "-fsanitize=" + name,
                  (folder / "empty.cpp").string(), "-o", (folder / "empty").string()};
  const bool ok = RunProcess(command).ok();
  fs::remove_all(folder);
  const std::string title = name + " sanitizer";
  if (ok) return {Finding::State::kFound, title, "the compiler links it", {}};
  return {Finding::State::kOptional, title,
          fmt::format("not found; only --sanitize {} needs it", name), InstallLine("g++")};
}

std::string TorchVersion(const fs::path& root) {
  std::ifstream in(root / "include/torch/headeronly/version.h");
  std::string numbers;
  for (std::string line; std::getline(in, line);) {
    for (const char* part : {"MAJOR ", "MINOR ", "PATCH "}) {
      const std::string define = std::string("#define TORCH_VERSION_") + part;
      if (line.starts_with(define)) {
        numbers += (numbers.empty() ? "" : ".") + line.substr(define.size());
      }
    }
  }
  return numbers;
}

Finding FindLibTorch() {
  const char* root = std::getenv("LIBTORCH");
  if (root == nullptr || *root == '\0') {
    return {Finding::State::kMissing, "libtorch", "not found; ./workbook check fetches it (570 MB)",
            "./workbook check"};
  }
  if (!fs::exists(fs::path(root) / "lib/libtorch_cpu.so")) {
    return {Finding::State::kMissing, "libtorch",
            fmt::format("{} has no lib/libtorch_cpu.so", root),
            "unset LIBTORCH, then ./workbook check"};
  }
  return {
      Finding::State::kFound, "libtorch", fmt::format("{} in {}", TorchVersion(root), root), {}};
}

Finding FindMachine() {
  utsname name{};
  uname(&name);
  std::string system = name.sysname;
  std::ifstream in("/etc/os-release");
  for (std::string line; std::getline(in, line);) {
    static constexpr std::string_view kKey = "PRETTY_NAME=\"";
    if (line.starts_with(kKey)) system = line.substr(kKey.size(), line.size() - kKey.size() - 1);
  }
  const double gib = static_cast<double>(sysconf(_SC_PHYS_PAGES)) *
                     static_cast<double>(sysconf(_SC_PAGESIZE)) / (1 << 30);
  return {Finding::State::kFound,
          "machine",
          fmt::format("{}, {}, {} processors, {:.1f} GiB", system, name.machine,
                      std::thread::hardware_concurrency(), gib),
          {}};
}

Finding FindSpace(const Project& project) {
  constexpr double kWantedGib = 2;  // all build folders together
  std::error_code error;
  const double free = static_cast<double>(fs::space(project.root, error).available) / (1 << 30);
  if (error || free >= kWantedGib) {
    return {Finding::State::kFound, "disk", fmt::format("{:.1f} GiB free here", free), {}};
  }
  return {Finding::State::kMissing, "disk", fmt::format("{:.1f} GiB free here, 2 are needed", free),
          "rm -rf build/asan build/ubsan build/tsan"};
}

Finding FindProgress(const Desk& desk) {
  if (!desk.progress.note().empty()) {
    return {Finding::State::kMissing, "progress", desk.progress.note(), "./workbook check --all"};
  }
  return {Finding::State::kFound,
          "progress",
          fmt::format("{} of {} passed", desk.standings.CountPassed(), desk.standings.all().size()),
          {}};
}

std::vector<Finding> DamagedFiles(const Desk& desk) {
  std::vector<Finding> findings;
  for (const ExerciseStanding& each : desk.standings.all()) {
    if (each.standing != Standing::kDamaged) continue;
    findings.push_back({Finding::State::kMissing, each.exercise->id, each.problem,
                        "./workbook reset " + each.exercise->id});
  }
  return findings;
}

std::vector<Finding> Examine(const Project& project) {
  const ProgressLine line("looking at this machine");
  std::vector<Finding> findings{FindMachine(), FindSpace(project)};
  for (const Tool& tool : kTools) findings.push_back(FindTool(tool));
  for (const Header& header : kHeaders) findings.push_back(FindHeader(header));
  findings.push_back(FindLibTorch());
  for (const char* name : {"address", "undefined", "thread"}) {
    findings.push_back(FindSanitizer(project, name));
  }
  const Desk desk(project);
  findings.push_back(FindProgress(desk));
  for (Finding& finding : DamagedFiles(desk)) findings.push_back(std::move(finding));
  return findings;
}

std::string MarkOf(Finding::State state, const Terminal& terminal) {
  switch (state) {
    case Finding::State::kFound:
      return terminal.Paint(Style::kGreen, terminal.Glyph("✓", "+"));
    case Finding::State::kOptional:
      return terminal.Paint(Style::kDim, terminal.Glyph("∅", "-"));
    case Finding::State::kMissing:
      break;
  }
  return terminal.Paint(Style::kRed, terminal.Glyph("✗", "x"));
}

std::string FindingText(const Finding& finding, const Terminal& terminal) {
  static constexpr std::size_t kColumn = 24;
  std::string out =
      fmt::format(" {} {} {}\n", MarkOf(finding.state, terminal), Fit(finding.name, kColumn - 4),
                  Wrap(finding.found, terminal.width - kColumn, 0));
  for (std::size_t at = out.find('\n'); at + 1 < out.size(); at = out.find('\n', at + 1)) {
    out.insert(at + 1, std::string(kColumn, ' '));
  }
  if (finding.fix.empty()) return out;
  return out + fmt::format("{}{}\n", std::string(kColumn, ' '),
                           terminal.Paint(Style::kBold, finding.fix));
}

json FindingJson(const Finding& finding) {
  static constexpr const char* kStates[] = {"found", "optional", "missing"};
  return {{"name", finding.name},
          {"state", kStates[static_cast<int>(finding.state)]},
          {"found", finding.found},
          {"fix", finding.fix}};
}

}  // namespace

int RunDoctor(const Project& project, const DoctorArguments& arguments) {
  const std::vector<Finding> findings = Examine(project);
  const Terminal& terminal = Terminal::Out();
  json out = json::array();
  std::size_t missing = 0;
  for (const Finding& finding : findings) {
    if (finding.state == Finding::State::kMissing) ++missing;
    out.push_back(FindingJson(finding));
    if (!arguments.json) Print(FindingText(finding, terminal));
  }
  if (arguments.json) {
    Print(json{{"missing", missing}, {"findings", out}}.dump(2) + "\n");
  } else {
    Print(missing == 0 ? "\n Nothing is missing. ./workbook check\n"
                       : fmt::format("\n {} missing: run the bold line below each.\n", missing));
  }
  return missing == 0 ? kExitPassed : kExitMachineLacks;
}

}  // namespace workbook::tool
