#include "states.h"

#include <algorithm>
#include <cstdlib>
#include <set>

#include "build.h"
#include "compile_commands.h"
#include "files.h"
#include "process.h"
#include "result_cache.h"
#include "sanitizers.h"
#include "scratch_folder.h"

namespace workbook::tool {
namespace fs = std::filesystem;
namespace {

// All that a stage's objects depend on beside the compiler and libtorch, whose places stand in the
// compile commands.
std::string HashOfFolder(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code ignored;
  for (const auto& entry : fs::recursive_directory_iterator(folder, ignored)) {
    if (entry.is_regular_file()) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  std::string all;
  for (const fs::path& file : files) all += file.string() + "\n" + Sha256(ReadFile(file)) + "\n";
  return Sha256(all);
}

}  // namespace

class StateRunner::Impl {
 public:
  Impl(const Project& project, std::string sanitizer, const std::vector<const Exercise*>& exercises)
      : project_(project), sanitizer_(std::move(sanitizer)), preset_(PresetOf(sanitizer_)) {
    BuildPrograms(exercises);
    commands_ = ReadCompileCommands(BuildFolder());
  }

  Outcome Run(const StageState& state, const std::vector<const Exercise*>& exercises,
              std::chrono::milliseconds time_limit) {
    Outcome outcome;
    const std::string key = KeyOf(state);
    std::vector<const Exercise*> to_run;
    for (const Exercise* exercise : exercises) {
      std::optional<RunResult> known = LoadResult(ResultPath(key, *exercise, time_limit));
      if (known) {
        outcome.by_exercise[exercise->id] = *std::move(known);
      } else {
        to_run.push_back(exercise);
      }
    }
    outcome.compiled = true;
    if (to_run.empty()) return outcome;
    const Scratch scratch(BuildFolder(), key);
    if (!Compile(state, scratch, outcome.compiler_output)) {
      outcome.compiled = false;
      return outcome;
    }
    if (RunTogether(to_run, scratch, time_limit)) {
      for (const Exercise* exercise : to_run) {
        RunResult passed;
        passed.verdict = Verdict::kPassed;
        StoreResult(ResultPath(key, *exercise, time_limit), passed);
        outcome.by_exercise[exercise->id] = std::move(passed);
      }
      return outcome;
    }
    for (const Exercise* exercise : to_run) {
      RunResult run = RunOne(*exercise, scratch, time_limit);
      StoreResult(ResultPath(key, *exercise, time_limit), run);
      outcome.by_exercise[exercise->id] = std::move(run);
    }
    return outcome;
  }

 private:
  // A folder for one state's sources, objects and libraries; gone when the state is done.
  class Scratch {
   public:
    Scratch(const fs::path& build, const std::string& key)
        : folder_(build / "states" / (key.substr(0, 16) + "-XXXXXX")) {}
    [[nodiscard]] const fs::path& folder() const { return folder_.path(); }
    /// Relative to the build folder: free of blanks whatever the checkout's path is.
    [[nodiscard]] fs::path relative() const { return "states" / folder_.path().filename(); }

   private:
    ScratchFolder folder_;
  };

  [[nodiscard]] fs::path BuildFolder() const { return project_.build(preset_); }

  void BuildPrograms(const std::vector<const Exercise*>& exercises) {
    std::vector<std::string> targets;
    for (const Exercise* exercise : exercises) targets.push_back(exercise->ReferenceTarget());
    if (exercises.size() > 1 && sanitizer_.empty())
      targets.push_back(TogetherTarget(exercises.front()->chapter));
    const BuildResult build = Build(project_, preset_, targets);
    if (build.ok) return;
    std::string words = "The solutions or their tests do not build (preset " + preset_ + ")";
    if (const auto error = FirstError(build.output, project_.solutions())) {
      words += ":\n" + error->file + ":" + std::to_string(error->line) + ": " + error->text;
    }
    throw UserError(kExitDoesNotCompile, words + "\nThe log is " + project_.Shown(build.log) + ".");
  }

  std::string HashOf(const fs::path& path, bool is_folder) {
    const std::lock_guard lock(hashes_mutex_);
    auto found = hashes_.find(path);
    if (found == hashes_.end()) {
      found = hashes_.emplace(path, is_folder ? HashOfFolder(path) : Sha256(ReadFile(path))).first;
    }
    return found->second;
  }

  std::string KeyOf(const StageState& state) {
    const fs::path folder = project_.solutions() / state.chapter->name;
    std::string all = sanitizer_ + "\n" + HashOfGivenCode(*state.chapter);
    for (const CompileCommand& command : commands_) {
      if (command.source.parent_path() == folder) all += command.command + "\n";
    }
    for (const auto& [name, text] : state.files) all += name + "\n" + Sha256(text) + "\n";
    return Sha256(all);
  }

  fs::path ResultPath(const std::string& key, const Exercise& exercise,
                      std::chrono::milliseconds time_limit) {
    const fs::path program = ProgramPath(project_, preset_, exercise.ReferenceTarget());
    const std::string all =
        key + HashOf(program, false) + exercise.id + std::to_string(time_limit.count());
    return BuildFolder() / "states" / "results" / (Sha256(all).substr(0, 32) + ".json");
  }

  bool Shell(const std::string& line, std::string& output) const {
    Command command;
    command.argv = {"/bin/sh", "-c", line};
    command.folder = BuildFolder();
    const ProcessResult process = RunProcess(command);
    output += process.output;
    return process.ok();
  }

  // What every object of a chapter depends on beside its own text: headers and given code, of
  // earlier chapters too.
  std::string HashOfGivenCode(const Chapter& chapter) {
    const fs::directory_iterator folders(project_.solutions());
    std::string all = HashOf(project_.root / "support", true);
    for (const fs::path& folder : std::set<fs::path>(begin(folders), end(folders))) {
      if (folder.filename() <= chapter.name) all += HashOf(folder, true);
    }
    return all;
  }

  // Most states differ from another one in one file only, so objects are kept by what they are made
  // of. Returns the object's path in the build folder; empty if the text does not compile.
  std::string ObjectOf(const StageState& state, const std::string& name,
                       const CompileCommand& command, const Scratch& scratch, std::string& output) {
    const std::string& text = state.files.at(name);
    const std::string key = Sha256(command.command + HashOfGivenCode(*state.chapter) + text);
    const fs::path kept = fs::path("states") / "objects" / (key.substr(0, 32) + ".o");
    if (fs::exists(BuildFolder() / kept)) return kept.string();
    const fs::path source = scratch.folder() / name;
    WriteFileAtomically(source, text);
    const fs::path object = scratch.relative() / (name + ".o");
    if (!Shell(command.For(source, object.string()), output)) return {};
    fs::create_directories(BuildFolder() / kept.parent_path());
    fs::rename(BuildFolder() / object, BuildFolder() / kept);
    return kept.string();
  }

  bool Compile(const StageState& state, const Scratch& scratch, std::string& output) {
    std::map<std::string, std::map<std::string, std::string>> objects;  // target -> old -> new
    for (const auto& [name, text] : state.files) {
      const fs::path solution = project_.solutions() / state.chapter->name / name;
      bool found = false;
      for (const CompileCommand& command : commands_) {
        if (command.source != solution || !command.target.starts_with("reference_")) continue;
        found = true;
        const std::string object = ObjectOf(state, name, command, scratch, output);
        if (object.empty()) return false;
        objects[command.target][command.object] = object;
      }
      if (!found && sanitizer_ == "thread") continue;  // that build has no adapters
      if (!found) {
        output += project_.Shown(solution) + " belongs to no stage in chapters/chapters.cmake.\n";
        return false;
      }
    }
    for (const auto& [target, replacements] : objects) {
      if (!Link(target, replacements, scratch, output)) return false;
    }
    return true;
  }

  bool Link(const std::string& target, const std::map<std::string, std::string>& objects,
            const Scratch& scratch, std::string& output) {
    const std::string library = "lib" + target + ".so";
    std::string line = LinkLine(library);
    line = Replaced(line, "-o " + library, "-o " + (scratch.relative() / library).string());
    for (const auto& [from, to] : objects) line = Replaced(line, from, to);
    return Shell(line, output);
  }

  std::string LinkLine(const std::string& library) {
    const std::lock_guard lock(link_mutex_);
    auto found = link_lines_.find(library);
    if (found != link_lines_.end()) return found->second;
    Command ninja;
    ninja.argv = {"ninja", "-C", BuildFolder().string(), "-t", "commands", "-s", library};
    const ProcessResult process = RunProcess(ninja);
    if (!process.ok()) {
      throw UserError(kExitMachineLacks,
                      "ninja does not know how to link " + library + ":\n" + process.output);
    }
    std::string line = process.output.substr(process.output.find("\n: && ") + 1);
    if (!process.output.starts_with("ninja:")) line = process.output;
    return link_lines_[library] = line;
  }

  [[nodiscard]] RunRequest RequestFor(const std::vector<const Exercise*>& exercises,
                                      const std::string& target, const Scratch& scratch,
                                      std::chrono::milliseconds time_limit) const {
    RunRequest request;
    request.program = ProgramPath(project_, preset_, target);
    for (const Exercise* exercise : exercises) {
      for (std::string& test : ExpectedTests(exercise->test_sources, exercise->Suite())) {
        request.expected_tests.push_back(std::move(test));
      }
    }
    request.env = SanitizerEnvironment(*exercises.front(), sanitizer_);
    // In front of the folder that is written into the program.
    request.env["LD_LIBRARY_PATH"] = InFrontOf("LD_LIBRARY_PATH", scratch.folder());
    request.time_limit = time_limit;
    return request;
  }

  [[nodiscard]] RunResult RunOne(const Exercise& exercise, const Scratch& scratch,
                                 std::chrono::milliseconds time_limit) const {
    return RunTests(RequestFor({&exercise}, exercise.ReferenceTarget(), scratch, time_limit));
  }

  // Several exercises in one process; true if all their tests passed. If not, each must be run
  // alone: one that ends the process hides the others.
  [[nodiscard]] bool RunTogether(const std::vector<const Exercise*>& exercises,
                                 const Scratch& scratch,
                                 std::chrono::milliseconds time_limit) const {
    const bool alone = std::any_of(exercises.begin(), exercises.end(),
                                   [](const Exercise* exercise) { return exercise->is_milestone; });
    if (exercises.size() < 2 || alone || !sanitizer_.empty()) return false;
    RunRequest request =
        RequestFor(exercises, TogetherTarget(exercises.front()->chapter), scratch, time_limit);
    std::vector<std::string> suites;
    for (const Exercise* exercise : exercises) suites.push_back(exercise->Suite());
    request.arguments = {FilterFor(suites)};
    return RunTests(request).verdict == Verdict::kPassed;
  }

  // The program that cmake/Chapter.cmake makes of all tests of a chapter.
  static std::string TogetherTarget(int chapter) {
    return (chapter < 10 ? "reference_together_0" : "reference_together_") +
           std::to_string(chapter);
  }

  const Project& project_;
  std::string sanitizer_;
  std::string preset_;
  std::vector<CompileCommand> commands_;
  std::mutex hashes_mutex_;
  std::map<fs::path, std::string> hashes_;
  std::mutex link_mutex_;
  std::map<std::string, std::string> link_lines_;
};

StateRunner::StateRunner(const Project& project, std::string sanitizer,
                         const std::vector<const Exercise*>& exercises)
    : impl_(std::make_unique<Impl>(project, std::move(sanitizer), exercises)) {}

StateRunner::~StateRunner() = default;

StateRunner::Outcome StateRunner::Run(const StageState& state,
                                      const std::vector<const Exercise*>& exercises,
                                      std::chrono::milliseconds time_limit) {
  return impl_->Run(state, exercises, time_limit);
}

StageState MakeState(const Project& project, const Chapter& chapter,
                     const std::map<std::string, std::string>& bodies) {
  StageState state;
  state.chapter = &chapter;
  for (const std::string& name : chapter.MarkedFiles()) {
    const fs::path path = project.solutions() / chapter.name / name;
    const std::string solution = ReadFile(path);
    std::string text = MarkedText::Parse(solution, project.Shown(path)).Render(bodies);
    if (text != solution) state.files[name] = std::move(text);
  }
  return state;
}

std::map<std::string, std::string> StubsAfter(const Chapter& chapter, int k) {
  std::map<std::string, std::string> bodies;
  for (const Exercise& exercise : chapter.exercises) {
    if (exercise.number <= k) continue;
    for (const RegionPlace& region : exercise.regions) bodies[region.id] = region.stub;
  }
  return bodies;
}

}  // namespace workbook::tool
