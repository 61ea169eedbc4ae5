// trace show: what a recorded trace says, and its pictures and exports.
#include <fmt/format.h>

#include <chrono>
#include <filesystem>
#include <string>
#include <utility>

#include "desk.h"
#include "process.h"
#include "scratch_folder.h"
#include "trace/error.h"
#include "trace_export.h"
#include "trace_report.h"
#include "trace_verbs.h"
#include "verdict.h"

namespace workbook::tool {
namespace {

namespace fs = std::filesystem;

void RunPython(const Project& project, const char* script, const fs::path& input,
               const std::string& output, const char* needs) {
  Command command;
  // Debian's Python first: that is the one whose matplotlib is a package.
  const char* python = fs::exists("/usr/bin/python3") ? "/usr/bin/python3" : "python3";
  command.argv = {python, (project.root / "tools" / script).string(), input.string(), output};
  command.time_limit = std::chrono::minutes(10);
  const ProcessResult result = RunProcess(command);
  if (result.ok()) return;
  throw UserError(kExitMachineLacks, fmt::format("{} could not be made (it needs {}):\n{}", output,
                                                 needs, LastWords(result.output, 400)));
}

// The endings are looked at before anything is read: a large trace takes a while.
void RequireEnding(const std::string& file, std::initializer_list<const char*> endings) {
  for (const char* ending : endings) {
    if (file.empty() || file.ends_with(ending)) return;
  }
  throw UserError(kExitUsage,
                  fmt::format("\"{}\" must end in {}.", file, fmt::join(endings, " or ")));
}

void Draw(const Project& project, const TraceReport& report, const std::string& picture) {
  const ScratchFolder scratch(project.state() / "trace-XXXXXX");
  const fs::path curve = scratch.path() / "curve.json";
  const std::string title = fs::path(report.file).filename().string();
  WriteCurve(CurveOf(report.file, report.analysis), title, curve);
  RunPython(project, "trace_picture.py", curve, picture,
            "Python's matplotlib: sudo apt-get install -y python3-matplotlib");
}

void Snapshot(const Project& project, const TraceReport& report, const std::string& snapshot) {
  const ScratchFolder scratch(project.state() / "trace-XXXXXX");
  const fs::path events = scratch.path() / "events.json";
  WriteSnapshotJson(report.file, events);
  RunPython(project, "trace_snapshot.py", events, snapshot, "Python 3");
}

}  // namespace

int RunTraceShow(const Project& project, const TraceShowArguments& arguments) {
  RequireEnding(arguments.picture, {".svg", ".png"});
  RequireEnding(arguments.chrome, {".json"});
  RequireEnding(arguments.snapshot, {".pickle", ".pkl"});
  if (!fs::exists(arguments.file)) {
    throw UserError(kExitUsage, "there is no file \"" + arguments.file + "\".");
  }
  try {
    TraceReport report = ReadTraceReport(arguments.file);
    if (!arguments.picture.empty()) Draw(project, report, arguments.picture);
    if (!arguments.chrome.empty()) WriteChrome(arguments.file, report.analysis, arguments.chrome);
    if (!arguments.snapshot.empty()) Snapshot(project, report, arguments.snapshot);
    for (const std::string* file : {&arguments.picture, &arguments.chrome, &arguments.snapshot}) {
      if (!file->empty()) report.files.push_back(*file);
    }
    Print(arguments.json ? TraceJson(report) : TraceText(report, Terminal::Out()));
  } catch (const trace::TraceError& error) {
    throw UserError(kExitWrong, error.what());
  }
  return kExitPassed;
}

}  // namespace workbook::tool
