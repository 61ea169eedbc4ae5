#include "faults.h"

#include <algorithm>
#include <array>
#include <sstream>

#include "files.h"

namespace workbook::tool {
namespace fs = std::filesystem;
namespace {

constexpr std::array<std::string_view, 7> kVerdicts{
    "failed",          "crashed",           "timed out",
    "ended early",     "address sanitizer", "undefined sanitizer",
    "thread sanitizer"};

[[noreturn]] void Refuse(const std::string& file, const std::string& what) {
  throw UserError(kExitUsage, file + ": " + what + ".");
}

std::string Trimmed(const std::string& text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first == std::string::npos) return "";
  return text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

// The opening comment: "// Name: words". Only the mistake may go on in the next lines, and the head
// is over once all four fields are there: what follows may begin with a comment of its own.
class Head {
 public:
  explicit Head(const std::string& text) {
    std::istringstream in(text);
    std::string line;
    std::string name;
    std::size_t begin = 0;
    while (fields.size() < 4 && std::getline(in, line) && line.starts_with("//") &&
           !line.starts_with("// [")) {
      Take(line.substr(2), name);
      begin += line.size() + 1;
    }
    rest = text.substr(std::min(begin, text.size()));
  }

  std::map<std::string, std::string> fields;
  std::string rest;

 private:
  void Take(const std::string& words, std::string& name) {
    for (const std::string field : {"Mistake", "Verdict", "Caught by", "Message"}) {
      const std::string prefix = field + ":";
      if (!Trimmed(words).starts_with(prefix)) continue;
      name = field;
      fields[name] = Trimmed(Trimmed(words).substr(prefix.size()));
      return;
    }
    if (name == "Mistake" && !Trimmed(words).empty()) fields[name] += " " + Trimmed(words);
  }
};

std::string Field(const Head& head, const std::string& file, const std::string& name) {
  const auto found = head.fields.find(name);
  if (found == head.fields.end() || found->second.empty()) {
    Refuse(file, "the line \"// " + name + ": …\" is missing at its head");
  }
  return found->second;
}

// Whether a region belongs to the exercise or to an earlier one of its chapter.
bool IsWrittenBy(const Chapter& chapter, const Exercise& exercise, const std::string& region) {
  return std::any_of(
      chapter.exercises.begin(), chapter.exercises.end(), [&](const Exercise& candidate) {
        return candidate.number <= exercise.number &&
               std::any_of(candidate.regions.begin(), candidate.regions.end(),
                           [&](const RegionPlace& place) { return place.id == region; });
      });
}

std::map<std::string, std::string> Bodies(const Chapter& chapter, const Exercise& exercise,
                                          const std::string& rest, const std::string& file) {
  std::map<std::string, std::string> bodies;
  const MarkedText marked = MarkedText::Parse(rest, file);
  for (const Region& region : marked.regions()) {
    if (!IsWrittenBy(chapter, exercise, region.id)) {
      Refuse(file, "region " + region.id + " is not written by the end of exercise " + exercise.id);
    }
    bodies[region.id] = region.body;
  }
  if (bodies.empty()) bodies[exercise.regions.front().id] = rest;
  return bodies;
}

}  // namespace

std::string Fault::Sanitizer() const {
  const std::size_t end = verdict.find(" sanitizer");
  return end == std::string::npos ? "" : verdict.substr(0, end);
}

Fault ReadFault(const Project& project, const Chapter& chapter, const Exercise& exercise,
                const fs::path& path) {
  const std::string file = project.Shown(path);
  const Head head(ReadFile(path));
  Fault fault;
  fault.name = path.stem().string();
  fault.exercise = exercise.id;
  fault.path = path;
  fault.mistake = Field(head, file, "Mistake");
  fault.verdict = Field(head, file, "Verdict");
  fault.caught_by = Field(head, file, "Caught by");
  fault.message = Field(head, file, "Message");
  if (std::find(kVerdicts.begin(), kVerdicts.end(), fault.verdict) == kVerdicts.end()) {
    Refuse(file, "the verdict \"" + fault.verdict + "\" is not known");
  }
  fault.bodies = Bodies(chapter, exercise, head.rest, file);
  return fault;
}

std::vector<Fault> FaultsOf(const Project& project, const Chapter& chapter,
                            const Exercise& exercise) {
  std::vector<Fault> faults;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(project.faults() / chapter.name, ignored)) {
    const std::string name = entry.path().filename().string();
    if (!name.starts_with(exercise.id + "_") || !name.ends_with(".cpp")) continue;
    faults.push_back(ReadFault(project, chapter, exercise, entry.path()));
  }
  std::sort(faults.begin(), faults.end(),
            [](const Fault& a, const Fault& b) { return a.name < b.name; });
  return faults;
}

std::vector<std::string> StrayFaults(const Project& project, const Chapter& chapter) {
  std::vector<std::string> stray;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(project.faults() / chapter.name, ignored)) {
    const std::string name = entry.path().filename().string();
    if (name == "survivors.toml") continue;
    const std::string id = name.substr(0, name.find('_'));
    const bool known = std::any_of(chapter.exercises.begin(), chapter.exercises.end(),
                                   [&id](const Exercise& exercise) { return exercise.id == id; });
    if (!known || !name.ends_with(".cpp")) stray.push_back(project.Shown(entry.path()));
  }
  std::sort(stray.begin(), stray.end());
  return stray;
}

}  // namespace workbook::tool
