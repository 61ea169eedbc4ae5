#include "tidy.h"

#include <algorithm>
#include <mutex>

#include "build.h"
#include "compile_commands.h"
#include "files.h"
#include "json_text.h"
#include "process.h"
#include "source_files.h"
#include "work_queue.h"

namespace workbook::tool {
namespace fs = std::filesystem;
namespace {

// Read as one; more would only need more memory.
constexpr std::size_t kGroupSize = 12;

// Remembers what was clean: a file whose text, and that of every header of ours, is the same is not
// read again.
class Memory {
 public:
  explicit Memory(const Project& project) : folder_(project.build("lint") / "clean") {
    std::string all = Sha256(ReadFile(project.root / ".clang-tidy")) +
                      Sha256(ReadFile(project.root / "tools" / ".clang-tidy"));
    for (const fs::path& header : FilesBelow(project, kOwnFolders, {".h"})) {
      all += header.string() + Sha256(ReadFile(header));
    }
    base_ = Sha256(all);
  }
  [[nodiscard]] bool Knows(const fs::path& file) const { return fs::exists(Mark(file)); }
  void Remember(const fs::path& file) const { WriteFileAtomically(Mark(file), ""); }

 private:
  [[nodiscard]] fs::path Mark(const fs::path& file) const {
    return folder_ / Sha256(base_ + file.string() + ReadFile(file)).substr(0, 32);
  }
  fs::path folder_;
  std::string base_;
};

using Group = std::vector<fs::path>;

// Neighbours in one folder include the same headers.
std::vector<Group> GroupsOf(const std::vector<fs::path>& sorted) {
  std::vector<Group> groups;
  for (const fs::path& file : sorted) {
    const bool fits = !groups.empty() && groups.back().size() < kGroupSize &&
                      groups.back().front().parent_path() == file.parent_path();
    if (!fits) groups.emplace_back();
    groups.back().push_back(file);
  }
  return groups;
}

class Tidy {
 public:
  explicit Tidy(const Project& project)
      : project_(project),
        memory_(project),
        commands_(ReadCompileCommands(project.build("lint"))) {}

  StepResult Check(const Group& group) const {
    StepResult result;
    Group unknown;
    for (const fs::path& file : group) {
      if (memory_.Knows(file)) {
        Pass(file, result);
      } else {
        unknown.push_back(file);
      }
    }
    const bool clean = unknown.size() > 1 && CleanAsOne(unknown);
    if (unknown.size() > 1 && !clean) {
      result.log += "these " + std::to_string(unknown.size()) +
                    " are not clean as one file (a finding, or two of them use one name): each is "
                    "read alone, which takes longer\n";
    }
    for (const fs::path& file : unknown) {
      if (clean || CleanAlone(file, result)) {
        memory_.Remember(file);
        Pass(file, result);
      }
    }
    return result;
  }

 private:
  void Pass(const fs::path& file, StepResult& result) const {
    ++result.passed;
    result.log += project_.Shown(file) + ": passed\n";
  }

  [[nodiscard]] ProcessResult Run(const fs::path& commands, const fs::path& file) const {
    Command command;
    // The compile commands are g++'s, and clang does not know all of its warnings.
    command.argv = {"clang-tidy", "--quiet",         "--extra-arg=-Wno-unknown-warning-option",
                    "-p",         commands.string(), file.string()};
    command.folder = project_.root;
    return RunProcess(command);
  }

  // The member with the longest command includes the most.
  [[nodiscard]] const CompileCommand* CommandFor(const Group& group) const {
    const CompileCommand* longest = nullptr;
    for (const CompileCommand& command : commands_) {
      if (std::find(group.begin(), group.end(), command.source) == group.end()) continue;
      if (longest == nullptr || command.command.size() > longest->command.size())
        longest = &command;
    }
    return longest;
  }

  [[nodiscard]] bool CleanAsOne(const Group& group) const {
    const CompileCommand* command = CommandFor(group);
    if (command == nullptr) return false;
    std::string text;
    for (const fs::path& file : group)
      text += "#include \"" + file.string() + "\"  // NOLINT(bugprone-suspicious-include)\n";
    // Beside its members' settings, in a folder of its own for its own compile_commands.json.
    const fs::path folder = project_.build("lint") / "groups" / Sha256(text).substr(0, 16);
    const fs::path source = folder / "group.cpp";
    WriteFileAtomically(source, text);
    const fs::path settings = group.front().parent_path() / ".clang-tidy";
    if (fs::exists(settings)) WriteFileAtomically(folder / ".clang-tidy", ReadFile(settings));
    WriteFileAtomically(folder / "compile_commands.json",
                        "[{\"directory\":" + JsonString(project_.build("lint").string()) +
                            ",\"file\":" + JsonString(source.string()) +
                            ",\"command\":" + JsonString(command->For(source, "group.o")) + "}]\n");
    return Run(folder, source).ok();
  }

  bool CleanAlone(const fs::path& file, StepResult& result) const {
    const ProcessResult process = Run(project_.build("lint"), file);
    if (process.ok()) return true;
    ++result.failed;
    const std::string words = project_.Shown(file) + ": FAILED\n" + process.output + "\n";
    result.failures += words;
    result.log += words;
    return false;
  }

  const Project& project_;
  Memory memory_;
  std::vector<CompileCommand> commands_;
};

}  // namespace

StepResult CheckTidy(const Project& project) {
  StepResult result;
  // ninja makes its own file anew when a list of sources has changed since.
  const BuildResult configured = Build(project, "lint", {"build.ninja"});
  if (!configured.ok) {
    result.failed = 1;
    result.log = result.failures = "preset lint cannot be configured:\n" + configured.output;
    return result;
  }
  const Tidy tidy(project);
  std::mutex mutex;
  std::vector<std::function<void()>> jobs;
  for (const Group& group :
       GroupsOf(FilesBelow(project, {"solutions", "support", "tools"}, {".cpp"}))) {
    jobs.emplace_back([&, group] {
      const StepResult own = tidy.Check(group);
      const std::lock_guard lock(mutex);
      Add(result, own);
    });
  }
  RunAll(jobs, HardwareJobs());
  return result;
}

}  // namespace workbook::tool
