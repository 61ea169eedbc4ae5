// watch: checks the exercise being edited after each save.
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "carry.h"
#include "desk.h"
#include "file_watcher.h"
#include "files.h"
#include "learner_verbs.h"
#include "process.h"

extern char** environ;

namespace workbook::tool {
namespace {

namespace fs = std::filesystem;

// `check` in a process of its own: a new save stops a check that hangs in an endless loop.
class CheckProcess {
 public:
  ~CheckProcess() { Stop(); }

  void Start(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {"workbook", "check"});
    std::vector<char*> argv;
    for (std::string& argument : arguments) argv.push_back(argument.data());
    argv.push_back(nullptr);
    if (posix_spawn(&pid_, "/proc/self/exe", nullptr, nullptr, argv.data(), environ) != 0) {
      pid_ = -1;
      throw UserError(kExitMachineLacks,
                      std::string("Cannot start a check: ") + std::strerror(errno) + ".");
    }
  }

  /// True once, when the check has ended by itself.
  bool HasJustEnded() {
    if (pid_ < 0 || waitpid(pid_, nullptr, WNOHANG) != pid_) return false;
    pid_ = -1;
    return true;
  }

  /// The check kills its own children before it goes.
  void Stop() {
    if (pid_ < 0) return;
    kill(pid_, SIGTERM);
    while (waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
    }
    pid_ = -1;
  }

 private:
  pid_t pid_ = -1;
};

class WatchVerb {
 public:
  WatchVerb(const Project& project, const WatchArguments& arguments)
      : project_(project), arguments_(arguments), catalog_(LoadCatalog(project)) {}

  int Run() {
    std::vector<fs::path> folders;
    for (const Chapter& chapter : catalog_.chapters) {
      folders.push_back(project_.chapters() / chapter.name);
    }
    FileWatcher watcher(folders, std::getenv("WORKBOOK_WATCH_BY_POLLING") == nullptr);
    bodies_ = Bodies();
    Check({});
    while (!InterruptRequested()) {
      const std::vector<fs::path> changed = watcher.Wait(std::chrono::milliseconds(200));
      if (process_.HasJustEnded()) SayWaiting();
      if (!changed.empty() && !InterruptRequested()) Recheck(changed);
    }
    process_.Stop();
    if (!arguments_.json) Print("\nNo longer watching. Your files and your progress are saved.\n");
    return kExitPassed;
  }

 private:
  using BodyMap = std::map<std::string, std::string>;  // by region id

  void Recheck(const std::vector<fs::path>& changed) {
    process_.Stop();
    const std::string edited = Edited(changed);
    if (!arguments_.json) {
      if (Terminal::Out().cursor) Print("\x1b[2J\x1b[H");
      Print(fmt::format(" {} was saved: checking {}\n\n", project_.Shown(changed.front()),
                        edited.empty() ? "what comes next" : edited));
    }
    Check(edited.empty() ? std::vector<std::string>{} : std::vector{edited});
  }

  void Check(std::vector<std::string> names) {
    if (arguments_.json) names.emplace_back("--json");
    process_.Start(std::move(names));
  }

  void SayWaiting() const {
    if (arguments_.json) return;
    Print(fmt::format("\n{}\n", Terminal::Out().Paint(
                                    Style::kDim, " watching chapters/ for a save; Ctrl-C ends")));
  }

  [[nodiscard]] BodyMap Bodies() const {
    BodyMap bodies;
    for (const Chapter& chapter : catalog_.chapters) {
      for (const std::string& file : chapter.MarkedFiles()) {
        const fs::path path = project_.chapters() / chapter.name / file;
        if (!fs::exists(path)) continue;
        for (auto& [id, body] : WholeRegions(ReadFile(path), chapter.RegionsOf(file))) {
          bodies[id] = std::move(body);
        }
      }
    }
    return bodies;
  }

  // The exercise whose region differs from the last look. A change outside all regions concerns the
  // chapter's first unfinished exercise.
  std::string Edited(const std::vector<fs::path>& changed) {
    BodyMap now = Bodies();
    std::swap(now, bodies_);
    for (const auto& [id, body] : bodies_) {
      const auto before = now.find(id);
      if (before == now.end() || before->second != body) return ExerciseOf(id);
    }
    for (const auto& [id, body] : now) {
      if (!bodies_.contains(id)) return ExerciseOf(id);
    }
    return FirstUnfinishedIn(changed.front().parent_path().filename().string());
  }

  [[nodiscard]] std::string FirstUnfinishedIn(const std::string& chapter) const {
    const Standings standings(project_, catalog_, ProgressFile(project_.state()).Load());
    for (const ExerciseStanding& each : standings.all()) {
      if (catalog_.ChapterOf(*each.exercise).name != chapter) continue;
      if (each.standing != Standing::kPassed) return each.exercise->id;
    }
    return {};
  }

  const Project& project_;
  const WatchArguments& arguments_;
  Catalog catalog_;
  CheckProcess process_;
  BodyMap bodies_;
};

}  // namespace

int RunWatch(const Project& project, const WatchArguments& arguments) {
  return WatchVerb(project, arguments).Run();
}

}  // namespace workbook::tool
