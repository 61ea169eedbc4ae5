// update: brings new content and carries the learner's code over. Whatever happens on the way, the
// learner's files are in a copy first, and a note on disk says where until all is done.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "carry.h"
#include "desk.h"
#include "files.h"
#include "learner_verbs.h"
#include "process.h"
#include "skeleton.h"

namespace workbook::tool {
namespace {

namespace fs = std::filesystem;

std::string Trimmed(std::string text) {
  while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.pop_back();
  return text;
}

// --- git ----------------------------------------------------------------------------------------

class Git {
 public:
  explicit Git(const Project& project) : project_(project) {}

  [[nodiscard]] bool IsRepository() const { return fs::exists(project_.root / ".git"); }

  [[nodiscard]] ProcessResult Try(std::vector<std::string> arguments) const {
    Command command;
    command.argv = {"git"};
    command.argv.insert(command.argv.end(), arguments.begin(), arguments.end());
    command.folder = project_.root;
    command.env = {{"GIT_TERMINAL_PROMPT", "0"}, {"LC_ALL", "C.UTF-8"}};
    return RunProcess(command);
  }

  std::string Run(const std::vector<std::string>& arguments, const std::string& purpose) const {
    const ProcessResult result = Try(arguments);
    if (result.ok()) return Trimmed(result.output);
    throw UserError(kExitMachineLacks,
                    fmt::format("Cannot {}. Git says:\n{}", purpose,
                                Indented(WithoutControl(Trimmed(result.output)), 2)));
  }

  [[nodiscard]] bool IsAncestor(const std::string& older, const std::string& newer) const {
    return Try({"merge-base", "--is-ancestor", older, newer}).ok();
  }

 private:
  const Project& project_;
};

// --- what the learner has -----------------------------------------------------------------------

struct LearnerFile {
  std::string chapter;
  std::string name;
  std::string text;
  std::string skeleton;  ///< of the version that the learner edited
};

struct Work {
  std::vector<LearnerFile> files;
  std::map<std::string, std::string> bodies;   ///< by region id, only those that were edited
  std::vector<std::string> exercises;          ///< ids that exist before the update
  std::map<std::string, std::string> homes;    ///< region id -> "chapters/NN_topic/file.cpp"
  std::map<std::string, std::string> damaged;  ///< the same, of regions with broken markers
};

Work ReadWork(const Project& project, const Catalog& catalog) {
  Work work;
  for (const Chapter& chapter : catalog.chapters) {
    const std::map<std::string, std::string> stubs = Stubs(chapter);
    for (const Exercise* exercise : chapter.InOrder()) work.exercises.push_back(exercise->id);
    for (const std::string& file : chapter.files) {
      const fs::path path = project.chapters() / chapter.name / file;
      if (!fs::exists(path)) continue;
      const std::string text = ReadFile(path);
      for (const auto& [id, body] : WholeRegions(text, chapter.RegionsOf(file))) {
        if (!SameBody(body, stubs.at(id))) work.bodies[id] = body;
        work.homes[id] = project.Shown(path);
      }
      for (const std::string& id : chapter.RegionsOf(file)) {
        if (!work.homes.contains(id)) work.damaged[id] = project.Shown(path);
      }
      work.files.push_back({chapter.name, file, text, SkeletonOf(project, chapter, file)});
    }
  }
  return work;
}

// --- the update ---------------------------------------------------------------------------------

struct UpdateResult {
  bool anything_new = false;
  std::string copy;  ///< folder that holds the files as they were
  std::vector<std::string> carried;
  std::vector<std::string> added;  ///< exercises that are new
  std::vector<std::string> conflicts;
};

class Update {
 public:
  Update(const Project& project, std::string from)
      : project_(project), git_(project), from_(std::move(from)) {}

  UpdateResult Run() {
    const FileLock lock(project_.state() / "update.lock");
    FinishInterrupted();
    if (!FindsNews()) return result_;
    result_.anything_new = true;
    const Work work = ReadWork(project_, LoadCatalog(project_));
    const fs::path copy = KeepEverything();
    result_.copy = project_.Shown(copy);
    try {
      Bring();
    } catch (...) {
      PutBack(copy);
      fs::remove(Note());
      throw;
    }
    CarryOver(work);
    fs::remove(Note());
    return std::move(result_);
  }

 private:
  [[nodiscard]] fs::path Note() const { return project_.state() / "update-in-progress"; }

  // An update that was killed left the learner's files in its copy, and maybe nowhere else.
  void FinishInterrupted() {
    if (!fs::exists(Note())) return;
    const fs::path copy = project_.root / Trimmed(ReadFile(Note()));
    if (fs::exists(copy)) PutBack(copy);
    fs::remove(Note());
    result_.conflicts.push_back(
        fmt::format("An earlier update was interrupted: your files were put back from {}.",
                    project_.Shown(copy)));
  }

  bool FindsNews() {
    if (!from_.empty() && !IsGitSource()) {
      if (!fs::exists(fs::path(from_) / "chapters/chapters.cmake")) {
        throw UserError(
            kExitUsage,
            fmt::format("{} is not a workbook: no chapters/chapters.cmake in it.", from_));
      }
      copy_from_ = fs::canonical(from_);
      return true;
    }
    RequireGit();
    Fetch();
    const std::string head = git_.Run({"rev-parse", "HEAD"}, "read this checkout");
    if (git_.IsAncestor(target_, head)) return false;
    fast_forward_ = git_.IsAncestor(head, target_);
    if (!fast_forward_) RefuseForeignCommits(head);
    return true;
  }

  [[nodiscard]] bool IsGitSource() const {
    if (!git_.IsRepository()) return false;
    if (!fs::is_directory(from_)) return true;  // an address; git says so if it is none
    return git_.Try({"ls-remote", "-q", from_, "HEAD"}).ok();
  }

  void RequireGit() const {
    if (git_.IsRepository()) return;
    throw UserError(
        kExitUsage,
        "This copy of the workbook was not made with git, so it does not know where new "
        "content is. Unpack the new version anywhere and name its folder: "
        "./workbook update --from FOLDER");
  }

  void Fetch() {
    const ProgressLine line("fetching new content");
    if (from_.empty()) {
      if (!git_.Try({"rev-parse", "@{upstream}"}).ok()) {
        throw UserError(kExitUsage,
                        "This branch follows no other, so it does not know where new content is. "
                        "Name it: ./workbook update --from ADDRESS");
      }
      git_.Run({"fetch", "--quiet"}, "fetch new content");
      target_ = git_.Run({"rev-parse", "@{upstream}"}, "read what was fetched");
    } else {
      const std::string source = fs::exists(from_) ? fs::absolute(from_).string() : from_;
      git_.Run({"fetch", "--quiet", source, "HEAD"}, "fetch from " + from_);
      target_ = git_.Run({"rev-parse", "FETCH_HEAD"}, "read what was fetched");
    }
  }

  // Commits of the learner's own are merged where they touch the chapters alone: those files are
  // written anew below. Elsewhere somebody has to decide.
  void RefuseForeignCommits(const std::string& head) const {
    const std::string base = git_.Run({"merge-base", head, target_},
                                      "find what this checkout and the new content share");
    const std::string names = git_.Run({"diff", "--name-only", base, head, "--", ":!chapters"},
                                       "list your own commits' files");
    if (names.empty()) return;
    throw UserError(kExitUsage,
                    fmt::format("Your own commits change files outside chapters/:\n{}Nothing was "
                                "touched. Merge by hand, then run ./workbook update again:\n  git "
                                "merge {}",
                                Indented(names, 2), target_.substr(0, 12)));
  }

  // Everything in chapters/, whether git knows it or not.
  fs::path KeepEverything() {
    fs::path copy;
    for (int n = 1;; ++n) {
      copy = project_.state() / "kept" / fmt::format("update-{}", n);
      fs::create_directories(copy.parent_path());
      if (fs::create_directory(copy)) break;
    }
    fs::copy(project_.chapters(), copy / "chapters", fs::copy_options::recursive);
    WriteFileAtomically(Note(), project_.Shown(copy) + "\n");
    return copy;
  }

  void PutBack(const fs::path& copy) const {
    fs::copy(copy / "chapters", project_.chapters(),
             fs::copy_options::recursive | fs::copy_options::overwrite_existing);
  }

  void Bring() {
    const ProgressLine line("bringing new content in");
    if (!copy_from_.empty()) {
      CopyTree();
      return;
    }
    git_.Run({"checkout", "--quiet", "HEAD", "--", "chapters"}, "clear the way for new content");
    if (fast_forward_) {
      git_.Run({"merge", "--quiet", "--ff-only", target_}, "take the new content");
      return;
    }
    const ProcessResult merge =
        git_.Try({"merge", "--quiet", "--no-edit", "-X", "theirs", target_});
    if (merge.ok()) return;
    static_cast<void>(git_.Try({"merge", "--abort"}));
    throw UserError(kExitUsage, "Cannot merge the new content with your commits. Git says:\n" +
                                    Indented(WithoutControl(merge.output), 2) +
                                    "Nothing was changed.");
  }

  void CopyTree() const {
    static const std::set<std::string> kOurs{".git", ".workbook", "build", ".cache"};
    for (const fs::directory_entry& entry : fs::directory_iterator(copy_from_)) {
      const fs::path name = entry.path().filename();
      if (kOurs.contains(name.string())) continue;
      fs::copy(entry.path(), project_.root / name,
               fs::copy_options::recursive | fs::copy_options::overwrite_existing);
    }
  }

  void CarryOver(const Work& work) {
    const Catalog now = LoadCatalog(project_);
    std::set<std::string> placed;
    for (const Chapter& chapter : now.chapters) {
      for (const std::string& file : chapter.files) WriteNew(chapter, file, work, placed);
      for (const Exercise* exercise : chapter.InOrder()) {
        if (std::find(work.exercises.begin(), work.exercises.end(), exercise->id) ==
            work.exercises.end()) {
          result_.added.push_back(exercise->id);
        }
      }
    }
    result_.carried.assign(placed.begin(), placed.end());
    for (const auto& [id, body] : work.bodies) {
      if (placed.contains(id)) continue;
      result_.conflicts.push_back(
          fmt::format("{} does not exist any more. Your code for it is in {}.", id,
                      result_.copy + "/" + work.homes.at(id)));
    }
  }

  void WriteNew(const Chapter& chapter, const std::string& file, const Work& work,
                std::set<std::string>& placed) {
    const std::string skeleton = SkeletonOf(project_, chapter, file);
    const fs::path path = project_.chapters() / chapter.name / file;
    const LearnerFile* old = nullptr;
    for (const LearnerFile& each : work.files) {
      if (each.chapter == chapter.name && each.name == file) old = &each;
    }
    std::map<std::string, std::string> bodies;
    for (const std::string& id : chapter.RegionsOf(file)) {
      if (!work.bodies.contains(id)) continue;
      bodies[id] = work.bodies.at(id);
      placed.insert(id);
    }
    if (old != nullptr && old->skeleton == skeleton) {
      WriteFileAtomically(path, old->text);  // nothing new here: as the learner left it
      return;
    }
    WriteFileAtomically(path, MarkedText::Parse(skeleton, project_.Shown(path)).Render(bodies));
    if (old == nullptr) return;
    NameLostLines(*old, path);
    for (const auto& [id, home] : work.damaged) {
      if (home != project_.Shown(path)) continue;
      result_.conflicts.push_back(fmt::format(
          "The markers of {} were damaged, so its code could not be carried over. It is in {}/{}.",
          id, result_.copy, home));
    }
  }

  void NameLostLines(const LearnerFile& old, const fs::path& path) {
    const std::string lines = LinesOutsideRegions(old.skeleton, old.text);
    if (lines.empty()) return;
    const std::string shown = project_.Shown(path);
    result_.conflicts.push_back(fmt::format(
        "{0} is new, and you had changed lines outside its exercises. Your regions were "
        "carried over; these lines were not (they are in {1}/{0}):\n{2}",
        shown, result_.copy, Trimmed(Indented(lines, 2))));
  }

  const Project& project_;
  Git git_;
  std::string from_;
  fs::path copy_from_;  ///< a folder without git; empty: git brings the content
  std::string target_;
  bool fast_forward_ = false;
  UpdateResult result_;
};

std::string Joined(const std::vector<std::string>& ids) {
  std::string out;
  for (const std::string& id : ids) out += (out.empty() ? "" : ", ") + id;
  return out;
}

std::string UpdateText(const UpdateResult& result) {
  std::string out;
  for (const std::string& conflict : result.conflicts) out += " note      " + conflict + "\n";
  if (!result.anything_new) return out + " Nothing new.\n";
  out = " The new content is here.\n\n" + out;
  if (!result.carried.empty()) out += " carried   " + Joined(result.carried) + "\n";
  if (!result.added.empty()) out += " new       " + Joined(result.added) + "\n";
  out += fmt::format(" copy      {} (your files as they were)\n", result.copy);
  return out + " next      ./workbook check --all\n";
}

}  // namespace

int RunUpdate(const Project& project, const UpdateArguments& arguments) {
  const UpdateResult result = Update(project, arguments.from).Run();
  if (!arguments.json) {
    Print(UpdateText(result));
    return kExitPassed;
  }
  const nlohmann::json out{{"anything_new", result.anything_new},
                           {"copy", result.copy},
                           {"carried", result.carried},
                           {"new_exercises", result.added},
                           {"notes", result.conflicts}};
  Print(out.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n");
  return kExitPassed;
}

}  // namespace workbook::tool
