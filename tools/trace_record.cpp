#include "trace_record.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>

#include "build.h"
#include "desk.h"
#include "files.h"
#include "foreground.h"
#include "process.h"
#include "recorded_program.h"
#include "scratch_folder.h"
#include "terminal.h"
#include "verdict.h"

namespace workbook::tool {
namespace fs = std::filesystem;
namespace {

constexpr const char* kHead = "workbook-trace ";

void Say(const std::string& text) { std::fprintf(stderr, "workbook: %s\n", text.c_str()); }

bool IsTrace(const fs::path& file) {
  std::ifstream in(file);
  std::string line;
  std::getline(in, line);
  return line.starts_with(kHead);
}

// FILE.PID beside FILE, and FILE.PID.2 of a process that replaced itself.
std::vector<fs::path> WorkersFiles(const fs::path& file) {
  static const std::regex kSuffix(R"((\.\d+){1,2})");
  const std::string stem = file.filename().string();
  std::vector<fs::path> found;
  for (const auto& entry : fs::directory_iterator(file.parent_path())) {
    const std::string name = entry.path().filename().string();
    if (!name.starts_with(stem) || !std::regex_match(name.substr(stem.size()), kSuffix)) continue;
    if (IsTrace(entry.path())) found.push_back(entry.path());
  }
  std::sort(found.begin(), found.end());
  return found;
}

// The traces of an earlier run would be taken for this one's. Anything else is left alone.
void RemoveEarlierTraces(const fs::path& file) {
  if (fs::exists(file) && !IsTrace(file)) {
    throw UserError(kExitUsage, file.string() + " is there and is no trace: name another file");
  }
  for (const fs::path& worker : WorkersFiles(file)) fs::remove(worker);
  fs::remove(file);
}

// The recorder makes room a megabyte at a time, so the last lines stand in the last two.
std::string TailOf(const fs::path& file, std::uintmax_t bytes) {
  static constexpr std::uintmax_t kTailBytes = std::uintmax_t{2} << 20U;
  std::ifstream in(file, std::ios::binary);
  in.seekg(static_cast<std::streamoff>(bytes - std::min(bytes, kTailBytes)));
  return {std::istreambuf_iterator<char>(in), {}};
}

// A process that was killed leaves zero bytes behind its last line: room that it had reserved.
// @return whether the trace is whole
bool CutToLines(const fs::path& file) {
  const std::uintmax_t bytes = fs::file_size(file);
  std::string tail = TailOf(file, bytes);
  const std::uintmax_t before = bytes - tail.size();
  tail.resize(std::min(tail.find('\0'), tail.size()));
  tail.resize(tail.rfind('\n') + 1);
  if (before + tail.size() < bytes) fs::resize_file(file, before + tail.size());
  const std::size_t end = tail.rfind("\nend ");
  return end != std::string::npos && tail.find('\n', end + 1) + 1 == tail.size();
}

struct Recorder {
  fs::path library;
  fs::path preload;
  fs::path python;  // the folder of sitecustomize.py
};

Recorder BuildRecorder(const Project& project, const RecordedProgram& program) {
  const ProgressLine line("building the recorder for PyTorch " + program.torch_version);
  setenv("LIBTORCH", program.torch.c_str(), 1);
  const BuildResult build = Build(project, "recorder", {"workbook_recorder", "workbook_preload"});
  if (!build.ok) {
    throw UserError(
        kExitMachineLacks,
        fmt::format("the recorder cannot be built for PyTorch {} in {}: see {}",
                    program.torch_version, program.torch.string(), project.Shown(build.log)));
  }
  const fs::path folder = project.build("recorder") / "support" / "recorder";
  return {folder / "libworkbook_recorder.so", folder / "libworkbook_preload.so",
          project.root / "support" / "recorder" / "python"};
}

std::string AsTyped(const std::vector<std::string>& words) {
  return fmt::format("./workbook trace record -- {}", fmt::join(words, " "));
}

std::map<std::string, std::string> Environment(const Recorder& recorder, const fs::path& preload,
                                               const fs::path& file, const RecordedProgram& program,
                                               const std::vector<std::string>& as_typed) {
  std::map<std::string, std::string> env{{"WORKBOOK_TRACE", file.string()},
                                         {"WORKBOOK_TRACE_NOTE", AsTyped(as_typed)},
                                         {"WORKBOOK_RECORDER", recorder.library.string()},
                                         {"WORKBOOK_RECORDER_TORCH", program.torch_version},
                                         {"PYTHONPATH", InFrontOf("PYTHONPATH", recorder.python)}};
  if (!program.is_python) env["LD_PRELOAD"] = InFrontOf("LD_PRELOAD", preload);
  return env;
}

int NeverLoaded(int program_code) {
  Say("nothing was recorded: the recorder was never loaded. The program must import torch, or be "
      "linked with libtorch; a Python started with -I, -E or -S does not load it.");
  return program_code == 0 ? kExitMachineLacks : program_code;
}

struct Outcome {
  fs::path file;
  std::vector<fs::path> workers;
  std::vector<fs::path> early;  // those without an end
};

Outcome Collect(const fs::path& file) {
  Outcome outcome{file, WorkersFiles(file), {}};
  std::vector<fs::path> all = outcome.workers;
  all.insert(all.begin(), file);
  for (const fs::path& one : all) {
    if (!CutToLines(one)) outcome.early.push_back(one);
  }
  return outcome;
}

void SayOutcome(const Project& project, const Outcome& outcome) {
  Say(fmt::format("recorded {} ({} KB)", project.Shown(outcome.file),
                  (fs::file_size(outcome.file) + 1023) / 1024));
  for (const fs::path& worker : outcome.workers) {
    Say("recorded " + project.Shown(worker) + ", another process of the run");
  }
  for (const fs::path& file : outcome.early) {
    Say(project.Shown(file) + " ends early, as its process did; what is there can be read");
  }
}

nlohmann::json Json(const Outcome& outcome, int code) {
  nlohmann::json workers = nlohmann::json::array();
  for (const fs::path& worker : outcome.workers) workers.push_back(worker.string());
  return {{"file", outcome.file.string()},
          {"workers", workers},
          {"complete", outcome.early.empty()},
          {"exit_code", code}};
}

}  // namespace

int RunTraceRecord(const Project& project, const TraceRecordArguments& arguments) {
  const fs::path file = fs::absolute(arguments.output);
  if (!fs::is_directory(file.parent_path())) {
    throw UserError(kExitUsage, "there is no folder " + file.parent_path().string());
  }
  const RecordedProgram program = ResolveProgram(project, arguments.command);
  const Recorder recorder = BuildRecorder(project, program);
  RemoveEarlierTraces(file);
  // The loader splits LD_PRELOAD at blanks and colons, and a checkout's path may hold both: the
  // library gets a second name for as long as the program runs.
  const ScratchFolder plain("/tmp/workbook-preload-XXXXXX");
  const fs::path preload = plain.path() / recorder.preload.filename();
  fs::create_symlink(recorder.preload, preload);
  const int code = RunInForeground(
      program.argv, Environment(recorder, preload, file, program, arguments.command));
  if (!fs::exists(file)) return NeverLoaded(code);
  const Outcome outcome = Collect(file);
  SayOutcome(project, outcome);
  if (arguments.json) PrintJson(Json(outcome, code));
  return code;
}

}  // namespace workbook::tool
