// dev sync: solutions/ is the one source, this writes what follows from it into chapters/.
//
// When was a skeleton edited by hand? Sync remembers the hash of every skeleton it wrote, in
// .workbook/synced (one "hash name" a line). A file on disk that has the remembered hash, or that
// git's HEAD holds unchanged, was not touched by anybody since: it may be overwritten. Anything
// else is somebody's work. In a fresh clone there is no memory, and HEAD is what speaks.
#include <fmt/core.h>

#include <map>
#include <sstream>
#include <vector>

#include "catalog.h"
#include "files.h"
#include "json_text.h"
#include "process.h"
#include "skeleton.h"
#include "verbs.h"

namespace workbook::tool {
namespace fs = std::filesystem;
namespace {

fs::path MemoryFile(const Project& project) { return project.state() / "synced"; }

std::map<std::string, std::string> ReadMemory(const Project& project) {
  std::map<std::string, std::string> memory;
  if (!fs::exists(MemoryFile(project))) return memory;
  std::istringstream in(ReadFile(MemoryFile(project)));
  std::string hash;
  std::string name;
  while (in >> hash && std::getline(in >> std::ws, name)) memory[name] = hash;
  return memory;
}

void WriteMemory(const Project& project, const std::map<std::string, std::string>& memory) {
  std::string text;
  for (const auto& [name, hash] : memory) text += hash + " " + name + "\n";
  WriteFileAtomically(MemoryFile(project), text);
}

bool IsCommitted(const Project& project, const std::string& name) {
  Command git;
  git.argv = {"git", "diff", "--quiet", "HEAD", "--", name};
  git.folder = project.root;
  Command tracked;
  tracked.argv = {"git", "ls-files", "--error-unmatch", "--", name};
  tracked.folder = project.root;
  return RunProcess(tracked).ok() && RunProcess(git).ok();
}

// True if nobody has written anything into a region. Bodies are compared with today's stubs and
// with the two calls that stubs usually are, so a renamed section does not count as an edit.
bool HoldsOnlyStubs(const std::string& text, const std::string& name,
                    const std::map<std::string, std::string>& stubs) {
  try {
    const MarkedText marked = MarkedText::Parse(text, name);
    for (const Region& region : marked.regions()) {
      const auto stub = stubs.find(region.id);
      const std::string body = WithoutSpace(region.body);
      const bool is_call =
          body.find(';') == body.size() - 1 &&
          (body.starts_with("throwNotImplemented(") || body.starts_with("ReportNotImplemented("));
      if (is_call || body.empty()) continue;
      if (stub == stubs.end() || !SameBody(region.body, stub->second)) return false;
    }
  } catch (const MarkerError&) {
    return false;
  }
  return true;
}

struct SyncResult {
  std::vector<std::string> written;
  std::vector<std::string> edited;  // refused
  std::vector<std::string> kept;    // "name -> copy"
};

class Sync {
 public:
  Sync(const Project& project, const Catalog& catalog, const DevSyncArguments& arguments)
      : project_(project), arguments_(arguments), memory_(ReadMemory(project)) {
    for (const Chapter& chapter : catalog.chapters) stubs_.merge(Stubs(chapter));
  }

  SyncResult Run(const std::vector<GeneratedFile>& files) {
    // First look at all, then write: a refusal leaves nothing half done.
    for (const GeneratedFile& file : files) Sort(file);
    if (!result_.edited.empty()) return result_;
    for (const GeneratedFile* file : to_write_) {
      WriteFileAtomically(project_.root / file->name, file->text);
      result_.written.push_back(file->name);
    }
    for (const GeneratedFile& file : files) {
      if (file.is_skeleton) memory_[file.name] = Sha256(file.text);
    }
    WriteMemory(project_, memory_);
    return result_;
  }

 private:
  void Sort(const GeneratedFile& file) {
    const fs::path path = project_.root / file.name;
    if (!fs::exists(path)) {
      to_write_.push_back(&file);
      return;
    }
    const std::string text = ReadFile(path);
    if (text == file.text) return;
    // A page's text is its author's; between the snippet marks stands nothing of anybody's.
    if (file.is_skeleton && WasEdited(file.name, text)) {
      if (!arguments_.force) {
        result_.edited.push_back(file.name);
        return;
      }
      result_.kept.push_back(file.name + " -> " + project_.Shown(KeepCopy(project_.state(), path)));
    }
    to_write_.push_back(&file);
  }

  bool WasEdited(const std::string& name, const std::string& text) const {
    const auto remembered = memory_.find(name);
    if (remembered != memory_.end() && remembered->second == Sha256(text)) return false;
    return !(HoldsOnlyStubs(text, name, stubs_) && IsCommitted(project_, name));
  }

  const Project& project_;
  const DevSyncArguments& arguments_;
  std::map<std::string, std::string> memory_;
  std::map<std::string, std::string> stubs_;
  std::vector<const GeneratedFile*> to_write_;
  SyncResult result_;
};

int CheckOnly(const Project& project, const Catalog& catalog, bool json) {
  const std::vector<std::string> stale = OutOfDate(project, catalog);
  if (json) {
    fmt::print("{{\"out_of_date\":{}}}\n", JsonList(stale));
  } else {
    for (const std::string& name : stale) {
      fmt::print("{} differs from what the solutions generate\n", name);
    }
    fmt::print("{}\n", stale.empty() ? "Skeletons and snippets are what the solutions generate."
                                     : "`./workbook dev sync` writes them.");
  }
  return stale.empty() ? kExitPassed : kExitWrong;
}

void PrintResult(const SyncResult& result) {
  for (const std::string& name : result.edited) {
    fmt::print("{} was edited by hand: not overwritten\n", name);
  }
  for (const std::string& line : result.kept) fmt::print("kept {}\n", line);
  for (const std::string& name : result.written) fmt::print("wrote {}\n", name);
  if (!result.edited.empty()) {
    fmt::print(
        "Nothing was written. Move the edit into solutions/, or let "
        "`./workbook dev sync --force` overwrite it (it keeps a copy).\n");
  } else if (result.written.empty()) {
    fmt::print("Nothing to do: skeletons and snippets are what the solutions generate.\n");
  }
}

}  // namespace

int RunDevSync(const Project& project, const DevSyncArguments& arguments) {
  const Catalog catalog = LoadCatalog(project);
  if (arguments.check_only) return CheckOnly(project, catalog, arguments.json);
  const std::vector<GeneratedFile> files = GenerateAll(project, catalog);
  const SyncResult result = Sync(project, catalog, arguments).Run(files);
  if (arguments.json) {
    fmt::print("{{\"written\":{},\"edited\":{},\"kept\":{}}}\n", JsonList(result.written),
               JsonList(result.edited), JsonList(result.kept));
  } else {
    PrintResult(result);
  }
  return result.edited.empty() ? kExitPassed : kExitWrong;
}

}  // namespace workbook::tool
