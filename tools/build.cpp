#include "build.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>

#include "files.h"
#include "process.h"

namespace workbook::tool {
namespace fs = std::filesystem;
namespace {

std::string LibTorchFolder() {
  const char* folder = std::getenv("LIBTORCH");
  return folder == nullptr ? "" : folder;
}

fs::path ConfiguredMark(const Project& project, const std::string& preset) {
  return project.build(preset) / "configured_for";
}

bool IsConfigured(const Project& project, const std::string& preset) {
  const fs::path mark = ConfiguredMark(project, preset);
  return fs::exists(project.build(preset) / "build.ninja") && fs::exists(mark) &&
         ReadFile(mark) == LibTorchFolder();
}

BuildResult RunLogged(const Command& command, const fs::path& log) {
  const ProcessResult process = RunProcess(command);
  WriteFileAtomically(log, process.output);
  BuildResult result;
  result.ok = process.ok();
  result.machine_lacks = !process.started;
  result.output = process.output;
  result.log = log;
  result.seconds = process.seconds;
  return result;
}

// Ninja writes the log itself, so that its steps can be seen while they are done.
BuildResult RunNinja(const std::vector<std::string>& ninja, const fs::path& log) {
  fs::create_directories(log.parent_path());
  Command command;
  command.argv = {"sh", "-c", "exec \"$@\" >\"$0\" 2>&1", log.string()};
  command.argv.insert(command.argv.end(), ninja.begin(), ninja.end());
  const ProcessResult process = RunProcess(command);
  static constexpr int kNotFound = 127;  // the shell's word for it
  BuildResult result;
  result.ok = process.ok();
  result.machine_lacks = !process.started || process.exit_code == kNotFound;
  result.output = fs::exists(log) ? ReadFile(log) : process.output;
  result.log = log;
  result.seconds = process.seconds;
  return result;
}

BuildResult ConfigureLocked(const Project& project, const std::string& preset) {
  const fs::path log = project.build(preset) / "logs" / "configure.log";
  if (IsConfigured(project, preset)) {
    BuildResult result;
    result.ok = true;
    result.log = log;
    return result;
  }
  Command cmake;
  cmake.argv = {"cmake", "--preset", preset};
  cmake.folder = project.root;
  BuildResult result = RunLogged(cmake, log);
  if (result.ok) {
    WriteFileAtomically(ConfiguredMark(project, preset), LibTorchFolder());
  } else {
    result.machine_lacks = true;
  }
  return result;
}

// The compiler failed for want of memory or disk: that says nothing about anybody's code.
bool RanOutOfRoom(std::string_view output) {
  static constexpr std::array<std::string_view, 3> kSigns{
      "Killed signal terminated program", "No space left on device", "virtual memory exhausted"};
  return std::any_of(kSigns.begin(), kSigns.end(), [output](std::string_view sign) {
    return output.find(sign) != std::string_view::npos;
  });
}

std::vector<std::string_view> Lines(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

// "file:12:5: error: words" -> file, 12, words. False for any other line.
bool ReadErrorLine(std::string_view line, CompileError& error) {
  std::size_t sign = line.find(": error: ");
  std::size_t sign_length = 9;
  if (sign == std::string_view::npos) {
    sign = line.find(": fatal error: ");
    sign_length = 15;
  }
  if (sign == std::string_view::npos) return false;
  std::string_view place = line.substr(0, sign);
  std::array<int, 2> numbers{0, 0};
  for (std::size_t i = 0; i < 2; ++i) {
    const std::size_t colon = place.rfind(':');
    if (colon == std::string_view::npos) break;
    const std::string_view digits = place.substr(colon + 1);
    int value = 0;
    const auto [end, code] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (code != std::errc{} || end != digits.data() + digits.size()) break;
    numbers[1] = numbers[0];
    numbers[0] = value;
    place = place.substr(0, colon);
  }
  error.file = std::string(place);
  error.line = numbers[0];
  error.text = std::string(line.substr(sign + sign_length));
  return true;
}

// The lines that the compiler quotes under an error: "   12 |   code" and the caret.
void AddQuotedLines(const std::vector<std::string_view>& lines, std::size_t first,
                    CompileError& error) {
  static constexpr std::size_t kMostLines = 4;
  for (std::size_t i = first; i < lines.size() && i < first + kMostLines; ++i) {
    if (lines[i].find(" | ") == std::string_view::npos || !lines[i].starts_with(" ")) return;
    error.text += "\n" + std::string(lines[i]);
  }
}

bool IsLinkerError(std::string_view line) {
  return line.find("undefined reference to") != std::string_view::npos ||
         line.find("multiple definition of") != std::string_view::npos;
}

}  // namespace

BuildResult Build(const Project& project, const std::string& preset,
                  const std::vector<std::string>& targets, int jobs) {
  const FileLock lock(project.build(preset) / "lock");
  BuildResult configured = ConfigureLocked(project, preset);
  if (!configured.ok) return configured;
  std::vector<std::string> ninja{"ninja", "-C", project.build(preset).string()};
  if (jobs > 0) ninja.insert(ninja.end(), {"-j", std::to_string(jobs)});
  ninja.insert(ninja.end(), targets.begin(), targets.end());
  const std::string name = targets.empty() ? "all" : targets.front();
  BuildResult result = RunNinja(ninja, project.build(preset) / "logs" / (name + ".log"));
  result.seconds += configured.seconds;
  if (!result.ok && RanOutOfRoom(result.output)) result.machine_lacks = true;
  return result;
}

std::optional<CompileError> FirstError(std::string_view output, const fs::path& folder) {
  const std::vector<std::string_view> lines = Lines(output);
  const std::string below = (folder / "").string();
  std::optional<CompileError> first;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    CompileError error;
    if (ReadErrorLine(lines[i], error)) {
      AddQuotedLines(lines, i + 1, error);
      if (fs::path(error.file).lexically_normal().string().starts_with(below)) return error;
      if (!first) first = error;
    } else if (IsLinkerError(lines[i]) && !first) {
      error.text = std::string(lines[i]);
      first = error;
    }
  }
  return first;
}

}  // namespace workbook::tool
