#include "recorded_program.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <regex>
#include <sstream>
#include <tuple>

#include "files.h"
#include "process.h"
#include "verdict.h"

namespace workbook::tool {
namespace fs = std::filesystem;
namespace {

constexpr int kOldestMajor = 2;
constexpr int kOldestMinor = 11;

// Looked up, not imported: that would take seconds. What a sitecustomize of the user's prints
// stands around it.
constexpr const char* kWhereIsTorch = R"(import sys
sys.path = [p for p in sys.path if p]
import importlib.util
spec = importlib.util.find_spec("torch")
print("torch is in <" + (list(spec.submodule_search_locations)[0] if spec else "") + ">"))";

std::string FirstLine(const fs::path& file) {
  std::ifstream in(file);
  std::string line;
  std::getline(in, line);
  return line;
}

std::string Trimmed(std::string text) {
  while (!text.empty() && (text.back() == '\n' || text.back() == '\r')) text.pop_back();
  return text;
}

bool IsPython(const std::string& program) {
  static const std::regex kName("python[0-9.]*");
  return std::regex_match(fs::path(program).filename().string(), kName);
}

// As execvp looks it up; empty if there is none.
fs::path FindProgram(const std::string& name) {
  if (name.find('/') != std::string::npos) return fs::exists(name) ? fs::path(name) : fs::path();
  const char* path = std::getenv("PATH");
  std::istringstream folders(path == nullptr ? "" : path);
  for (std::string folder; std::getline(folders, folder, ':');) {
    fs::path candidate = fs::path(folder.empty() ? "." : folder) / name;
    if (access(candidate.c_str(), X_OK) == 0 && !fs::is_directory(candidate)) return candidate;
  }
  return {};
}

// What the launcher prints is the path; its words go to standard error, seen by the user at once.
std::string WorkbookPython(const Project& project) {
  const fs::path answer = project.state() / "python";
  fs::create_directories(answer.parent_path());
  Command command;
  command.argv = {"sh", "-c", "exec \"$0\" --python-env >\"$1\"",
                  (project.root / "workbook").string(), answer.string()};
  command.inherit_output = true;
  if (!RunProcess(command).ok()) {
    throw UserError(kExitMachineLacks,
                    "the workbook's own Python is not there: see above. An interpreter of yours "
                    "is taken by its path: ./workbook trace record -- /path/to/python …");
  }
  return Trimmed(ReadFile(answer));
}

fs::path TorchOfPython(const std::string& interpreter) {
  Command command;
  command.argv = {interpreter, "-c", kWhereIsTorch};
  const ProcessResult result = RunProcess(command);
  static const std::regex kPlace("torch is in <(.+)>");
  std::smatch place;
  if (std::regex_search(result.output, place, kPlace)) return fs::canonical(place[1].str());
  throw UserError(kExitMachineLacks,
                  fmt::format("{} has no torch, so there is nothing to record. `python` without a "
                              "path is the workbook's own, which has.\n{}",
                              interpreter, result.ok() ? "" : result.output));
}

fs::path TorchOfWorkbook() {
  const char* folder = std::getenv("LIBTORCH");
  return folder == nullptr ? fs::path() : fs::path(folder);
}

// The libc10.so that the loader would give it; empty for a program that is not linked with one.
fs::path TorchOfBinary(const fs::path& program) {
  Command command;
  command.argv = {"ldd", program.string()};
  static const std::regex kLine(R"(libc10\.so => (\S+))");
  const std::string output = RunProcess(command).output;
  std::smatch match;
  if (!std::regex_search(output, match, kLine) || !fs::exists(match[1].str())) return {};
  return fs::canonical(match[1].str()).parent_path().parent_path();
}

// "#!/usr/bin/env python3" and "#!/opt/python/bin/python": the interpreter; empty for anything
// else.
std::string PythonOfScript(const fs::path& program) {
  std::istringstream words(FirstLine(program).substr(0, 256));
  std::string word;
  if (!(words >> word) || !word.starts_with("#!")) return {};
  word = word.substr(2);
  if (word.empty() || fs::path(word).filename() == "env") words >> word;
  return IsPython(word) ? word : "";
}

// The interpreter that runs `name`; empty when it is not for Python.
std::string InterpreterOf(const std::string& name) {
  const fs::path program = FindProgram(name);
  if (program.empty()) throw UserError(kExitUsage, "there is no program " + name);
  return IsPython(name) ? name : PythonOfScript(program);
}

fs::path TorchOfOtherProgram(const std::string& name) {
  const fs::path linked = TorchOfBinary(FindProgram(name));
  return linked.empty() ? TorchOfWorkbook() : linked;
}

std::string VersionInHeader(const fs::path& header) {
  if (!fs::exists(header)) return {};
  static const std::regex kNumber(R"(#define TORCH_VERSION_(MAJOR|MINOR|PATCH) (\d+))");
  const std::string text = ReadFile(header);
  std::string version;
  for (std::sregex_iterator found(text.begin(), text.end(), kNumber), end; found != end; ++found) {
    version += (version.empty() ? "" : ".") + (*found)[2].str();
  }
  return version;
}

bool IsRecordable(const RecordedProgram& program) {
  int major = 0;
  int minor = 0;
  std::istringstream numbers(program.torch_version);
  char dot = 0;
  numbers >> major >> dot >> minor;
  return std::tie(major, minor) >= std::make_tuple(kOldestMajor, kOldestMinor) &&
         fs::exists(program.torch / "include" / "c10" / "core" / "Allocator.h");
}

}  // namespace

std::string TorchVersion(const fs::path& torch) {
  for (const char* header :
       {"torch/headeronly/version.h", "torch/csrc/api/include/torch/version.h"}) {
    std::string version = VersionInHeader(torch / "include" / header);
    if (!version.empty()) return version;
  }
  if (!fs::exists(torch / "version.py")) return {};
  static const std::regex kVersion(R"(__version__[^=]*= *['"](\d+\.\d+\.\d+))");
  const std::string text = ReadFile(torch / "version.py");
  std::smatch match;
  return std::regex_search(text, match, kVersion) ? match[1].str() : "";
}

RecordedProgram ResolveProgram(const Project& project, const std::vector<std::string>& command) {
  RecordedProgram program;
  program.argv = command;
  std::string& name = program.argv.front();
  if (name == "python" || name == "python3") name = WorkbookPython(project);
  const std::string interpreter = InterpreterOf(name);
  program.is_python = !interpreter.empty();
  program.torch = program.is_python ? TorchOfPython(interpreter) : TorchOfOtherProgram(name);
  program.torch_version = TorchVersion(program.torch);
  if (IsRecordable(program)) return program;
  throw UserError(
      kExitMachineLacks,
      fmt::format("{} uses PyTorch {} in {}, and no recorder can be built for that: it needs "
                  "PyTorch {}.{} or newer with its headers. The workbook's own is PyTorch {}.",
                  name, program.torch_version.empty() ? "?" : program.torch_version,
                  program.torch.string(), kOldestMajor, kOldestMinor,
                  TorchVersion(TorchOfWorkbook())));
}

}  // namespace workbook::tool
