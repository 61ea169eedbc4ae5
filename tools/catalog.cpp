#include "catalog.h"

#include <toml++/toml.h>

#include <algorithm>
#include <array>
#include <set>

#include "files.h"

namespace workbook::tool {
namespace fs = std::filesystem;
namespace {

// One chapter.toml being read; every complaint names the file and the key.
class TomlReader {
 public:
  explicit TomlReader(std::string file) : file_(std::move(file)) {}

  [[noreturn]] void Refuse(const std::string& key, const std::string& what) const {
    throw UserError(kExitUsage, file_ + ": " + key + " " + what + ".");
  }

  template <typename T>
  T Value(const toml::table& table, const std::string& where, std::string_view key) const {
    const std::optional<T> value = table[key].value<T>();
    const std::string shown = where.empty() ? std::string(key) : where + "." + std::string(key);
    if (!value) Refuse(shown, "is missing or not of the right kind");
    if constexpr (std::is_same_v<T, std::string>) {
      if (value->empty()) Refuse(shown, "is empty");
    }
    return *value;
  }

  void AllowOnly(const toml::table& table, const std::string& where,
                 const std::set<std::string_view>& keys) const {
    for (const auto& [key, value] : table) {
      if (!keys.contains(key.str())) {
        Refuse(where + (where.empty() ? "" : ".") + std::string(key.str()), "is not a known key");
      }
    }
  }

  std::vector<std::string> Strings(const toml::table& table, const std::string& where,
                                   std::string_view key) const {
    std::vector<std::string> result;
    if (!table.contains(key)) return result;
    const toml::array* array = table[key].as_array();
    const std::string shown = where + "." + std::string(key);
    if (array == nullptr) Refuse(shown, "must be a list of texts");
    for (const toml::node& node : *array) {
      const std::optional<std::string> text = node.value<std::string>();
      if (!text || text->empty()) Refuse(shown, "must be a list of texts");
      result.push_back(*text);
    }
    return result;
  }

  const toml::array* Tables(const toml::table& table, std::string_view key) const {
    if (!table.contains(key)) return nullptr;
    const toml::array* array = table[key].as_array();
    if (array == nullptr || !array->is_array_of_tables()) {
      Refuse(std::string(key), "must be written [[" + std::string(key) + "]]");
    }
    return array;
  }

 private:
  std::string file_;
};

std::string Indented(const std::string& indent, const std::string& code) {
  std::string out;
  std::size_t begin = 0;
  while (begin < code.size()) {
    std::size_t end = code.find('\n', begin);
    if (end == std::string::npos) end = code.size();
    const std::string line = code.substr(begin, end - begin);
    out += (line.empty() ? "" : indent + line) + "\n";
    begin = end + 1;
  }
  return out;
}

std::string Quoted(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + '"';
}

// What stands in a fresh skeleton. `kind`: "throw", "noexcept", "empty", or literal code. A line
// that would be too long is broken as clang-format does it.
std::string StubText(const std::string& kind, const Region& region, const std::string& section) {
  if (kind == "empty") return "";
  if (kind == "noexcept") {
    return Indented(region.indent, "ReportNotImplemented(" + Quoted(region.id) + ");");
  }
  if (kind != "throw") return Indented(region.indent, kind);
  static constexpr std::size_t kColumns = 100;
  const std::string line =
      "throw NotImplemented(" + Quoted(region.id) + ", " + Quoted(section) + ");";
  if (region.indent.size() + line.size() <= kColumns) return Indented(region.indent, line);
  return Indented(region.indent, "throw NotImplemented(" + Quoted(region.id) + ",\n" +
                                     std::string(21, ' ') + Quoted(section) + ");");
}

std::string UnderscoredId(std::string_view id) {
  std::string out(id);
  std::replace(out.begin(), out.end(), '.', '_');
  return out;
}

std::vector<std::string> NamesIn(const fs::path& folder) {
  std::vector<std::string> names;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(folder, ignored)) {
    if (entry.is_regular_file()) names.push_back(entry.path().filename().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

std::vector<fs::path> TestSources(const fs::path& folder, const std::string& id) {
  std::vector<fs::path> found;
  const std::string prefix = "ex_" + UnderscoredId(id) + "_";
  for (const std::string& name : NamesIn(folder)) {
    if (name.starts_with(prefix) && name.ends_with(".cpp")) found.push_back(folder / name);
  }
  return found;
}

class ChapterReader {
 public:
  ChapterReader(const Project& project, const fs::path& folder)
      : project_(project), folder_(folder), toml_(project.Shown(folder / "chapter.toml")) {}

  Chapter Read() {
    chapter_.name = folder_.filename().string();
    const toml::table table = ParseFile();
    toml_.AllowOnly(table, "",
                    {"number", "title", "summary", "bench", "exercise", "milestone", "gate"});
    chapter_.number = toml_.Value<int>(table, "", "number");
    if (chapter_.name.substr(0, 2) !=
        (chapter_.number < 10 ? "0" : "") + std::to_string(chapter_.number)) {
      toml_.Refuse("number", "differs from the folder's name, " + chapter_.name);
    }
    chapter_.title = toml_.Value<std::string>(table, "", "title");
    chapter_.summary = toml_.Value<std::string>(table, "", "summary");
    ReadBench(table);
    ReadSources();
    ReadExercises(table);
    ReadMilestone(table);
    ReadGates(table);
    RefuseUnclaimedRegions();
    return std::move(chapter_);
  }

 private:
  toml::table ParseFile() const {
    const fs::path path = folder_ / "chapter.toml";
    try {
      return toml::parse(ReadFile(path), path.string());
    } catch (const toml::parse_error& error) {
      throw UserError(kExitUsage, project_.Shown(path) + ":" +
                                      std::to_string(error.source().begin.line) + ": " +
                                      std::string(error.description()) + ".");
    }
  }

  void ReadBench(const toml::table& table) {
    if (!table.contains("bench")) return;
    const auto subject = toml_.Value<std::string>(table, "", "bench");
    if (subject == "machine") {
      chapter_.bench = BenchSubject::kMachine;
    } else if (subject != "stage") {
      toml_.Refuse("bench", "knows stage and machine, not " + subject);
    }
  }

  void ReadSources() {
    const fs::path folder = project_.solutions() / chapter_.name;
    for (const std::string& name : NamesIn(folder)) {
      if (!name.ends_with(".h") && !name.ends_with(".cpp")) continue;
      chapter_.files.push_back(name);
      sources_.push_back(MarkedText::Parse(ReadFile(folder / name), project_.Shown(folder / name)));
    }
  }

  void ReadExercises(const toml::table& table) {
    const toml::array* exercises = toml_.Tables(table, "exercise");
    if (exercises == nullptr) return;
    for (const toml::node& node : *exercises) ReadExercise(*node.as_table());
  }

  void ReadExercise(const toml::table& table) {
    Exercise exercise;
    exercise.chapter = chapter_.number;
    exercise.number = static_cast<int>(chapter_.exercises.size()) + 1;
    exercise.id = toml_.Value<std::string>(table, "exercise", "id");
    const std::string expected =
        std::to_string(chapter_.number) + "." + std::to_string(exercise.number);
    if (exercise.id != expected) {
      toml_.Refuse("exercise.id", "is \"" + exercise.id + "\" where \"" + expected + "\" is next");
    }
    const std::string where = "exercise " + exercise.id;
    toml_.AllowOnly(table, where,
                    {"id", "title", "minutes", "core", "section", "sanitize", "hints", "stubs"});
    ReadCommon(table, where, exercise);
    exercise.core = table["core"].value_or(false);
    exercise.hints = toml_.Strings(table, where, "hints");
    exercise.sanitizers = toml_.Strings(table, where, "sanitize");
    for (const std::string& name : exercise.sanitizers) {
      if (name != "address" && name != "undefined" && name != "thread") {
        toml_.Refuse(where + ".sanitize", "knows address, undefined and thread, not " + name);
      }
    }
    ReadRegions(table, where, exercise);
    chapter_.exercises.push_back(std::move(exercise));
  }

  void ReadCommon(const toml::table& table, const std::string& where, Exercise& exercise) {
    exercise.title = toml_.Value<std::string>(table, where, "title");
    exercise.minutes = toml_.Value<int>(table, where, "minutes");
    if (exercise.minutes <= 0) toml_.Refuse(where + ".minutes", "must be more than zero");
    exercise.section = toml_.Value<std::string>(table, where, "section");
    exercise.test_sources = TestSources(project_.tests() / chapter_.name, exercise.id);
  }

  void ReadRegions(const toml::table& table, const std::string& where, Exercise& exercise) {
    const toml::table* stubs = table["stubs"].as_table();
    if (table.contains("stubs") && stubs == nullptr) {
      toml_.Refuse(where + ".stubs", "must be a table of region = \"stub\"");
    }
    std::set<std::string> seen;
    for (const MarkedText& source : sources_) {
      for (const Region& region : source.regions()) {
        if (ExerciseOf(region.id) != exercise.id) continue;
        if (!seen.insert(region.id).second) {
          throw MarkerError(source.file() + ": region " + region.id +
                            " stands in another file of the chapter too.");
        }
        std::string kind = "throw";
        if (stubs != nullptr && stubs->contains(region.id)) {
          kind = toml_.Value<std::string>(*stubs, where + ".stubs", region.id);
        }
        exercise.regions.push_back({region.id, fs::path(source.file()).filename().string(),
                                    StubText(kind, region, exercise.section)});
      }
    }
    if (stubs != nullptr) {
      for (const auto& [key, value] : *stubs) {
        if (!seen.contains(std::string(key.str()))) {
          toml_.Refuse(where + ".stubs." + std::string(key.str()), "names no region of solutions/");
        }
      }
    }
    if (exercise.regions.empty()) {
      toml_.Refuse(where,
                   "has no region [exercise " + exercise.id + "] in solutions/" + chapter_.name);
    }
    std::sort(exercise.regions.begin(), exercise.regions.end(),
              [](const RegionPlace& a, const RegionPlace& b) { return a.id < b.id; });
  }

  void ReadMilestone(const toml::table& table) {
    const toml::table* milestone = table["milestone"].as_table();
    if (milestone == nullptr) return;
    toml_.AllowOnly(*milestone, "milestone", {"title", "minutes", "section", "core", "sanitize"});
    Exercise exercise;
    exercise.chapter = chapter_.number;
    exercise.number = static_cast<int>(chapter_.exercises.size()) + 1;
    exercise.id = std::to_string(chapter_.number) + ".milestone";
    exercise.is_milestone = true;
    exercise.core = (*milestone)["core"].value_or(false);
    exercise.sanitizers = toml_.Strings(*milestone, "milestone", "sanitize");
    ReadCommon(*milestone, "milestone", exercise);
    chapter_.milestone = std::move(exercise);
  }

  void ReadGates(const toml::table& table) {
    const toml::array* gates = toml_.Tables(table, "gate");
    if (gates == nullptr) return;
    for (const toml::node& node : *gates) {
      const toml::table& gate = *node.as_table();
      toml_.AllowOnly(gate, "gate", {"name", "measure", "against", "counter", "at_most"});
      if (gate.contains("against") && gate.contains("counter")) {
        toml_.Refuse("gate.counter", "is no gate's that has `against` too");
      }
      const auto text = [this, &gate](std::string_view key) {
        return toml_.Value<std::string>(gate, "gate", key);
      };
      const bool counted = gate.contains("counter");
      chapter_.gates.push_back({.name = text("name"),
                                .measure = text("measure"),
                                .against = counted ? "" : text("against"),
                                .at_most = toml_.Value<double>(gate, "gate", "at_most"),
                                .counter = counted ? text("counter") : ""});
    }
  }

  void RefuseUnclaimedRegions() const {
    for (const MarkedText& source : sources_) {
      for (const Region& region : source.regions()) {
        const std::string id = ExerciseOf(region.id);
        const bool known = std::any_of(chapter_.exercises.begin(), chapter_.exercises.end(),
                                       [&id](const Exercise& e) { return e.id == id; });
        if (!known) {
          throw MarkerError(source.file() + ":" + std::to_string(region.line) + ": region " +
                            region.id + " belongs to no exercise of " + chapter_.name +
                            "/chapter.toml.");
        }
      }
    }
  }

  const Project& project_;
  fs::path folder_;
  TomlReader toml_;
  Chapter chapter_;
  std::vector<MarkedText> sources_;
};

std::string Existing(const std::vector<Chapter>& chapters) {
  std::string out;
  for (const Chapter& chapter : chapters) {
    out += (out.empty() ? "" : ", ") + std::to_string(chapter.number);
    if (!chapter.exercises.empty()) {
      out += " (" + chapter.exercises.front().id + " to " + chapter.exercises.back().id + ")";
    }
  }
  return out.empty() ? "There are no chapters yet." : "There are chapters " + out + ".";
}

}  // namespace

std::string Exercise::CheckTarget() const { return "check_" + UnderscoredId(id); }
std::string Exercise::ReferenceTarget() const { return "reference_" + UnderscoredId(id); }
std::string Exercise::Suite() const { return "Ex" + UnderscoredId(id); }

std::vector<std::string> Chapter::MarkedFiles() const {
  std::set<std::string> names;
  for (const Exercise& exercise : exercises) {
    for (const RegionPlace& region : exercise.regions) names.insert(region.file);
  }
  return {names.begin(), names.end()};
}

std::vector<std::string> Chapter::RegionsOf(std::string_view file) const {
  std::vector<std::string> ids;
  for (const Exercise& exercise : exercises) {
    for (const RegionPlace& region : exercise.regions) {
      if (region.file == file) ids.push_back(region.id);
    }
  }
  return ids;
}

std::vector<const Exercise*> Chapter::InOrder() const {
  std::vector<const Exercise*> result;
  for (const Exercise& exercise : exercises) result.push_back(&exercise);
  if (milestone) result.push_back(&*milestone);
  return result;
}

const Exercise* Catalog::Find(std::string_view id) const {
  for (const Chapter& chapter : chapters) {
    for (const Exercise* exercise : chapter.InOrder()) {
      if (exercise->id == id) return exercise;
    }
  }
  return nullptr;
}

const Chapter* Catalog::FindChapter(int number) const {
  for (const Chapter& chapter : chapters) {
    if (chapter.number == number) return &chapter;
  }
  return nullptr;
}

const Chapter& Catalog::ChapterOf(const Exercise& exercise) const {
  return *FindChapter(exercise.chapter);
}

std::vector<const Exercise*> Catalog::Select(const std::string& name) const {
  std::vector<const Exercise*> result;
  for (const Chapter& chapter : chapters) {
    for (const Exercise* exercise : chapter.InOrder()) {
      if (name.empty() || name == exercise->id || name == std::to_string(chapter.number) ||
          name == chapter.name) {
        result.push_back(exercise);
      }
    }
  }
  if (result.empty() && !name.empty()) {
    throw UserError(kExitUsage, "There is no exercise or chapter \"" + name + "\". " +
                                    Existing(chapters) + " `./workbook list` names them all.");
  }
  return result;
}

Catalog LoadCatalog(const Project& project) {
  Catalog catalog;
  for (const auto& entry : fs::directory_iterator(project.chapters())) {
    if (!fs::exists(entry.path() / "chapter.toml")) continue;
    catalog.chapters.push_back(ChapterReader(project, entry.path()).Read());
  }
  std::sort(catalog.chapters.begin(), catalog.chapters.end(),
            [](const Chapter& a, const Chapter& b) { return a.number < b.number; });
  return catalog;
}

}  // namespace workbook::tool
