#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "project.h"
#include "regions.h"

namespace workbook::tool {

/// One place that an exercise's learner writes.
struct RegionPlace {
  std::string id;    ///< "3.2b"
  std::string file;  ///< "fixed_block_pool.cpp", in the chapter's folder
  std::string stub;  ///< the body in a fresh skeleton: indented lines, or empty
};

struct Exercise {
  std::string id;   ///< "3.2", or "3.milestone"
  int chapter = 0;  ///< 3
  int number = 0;   ///< 2; for the milestone, one more than the last exercise
  bool is_milestone = false;
  std::string title;
  int minutes = 0;
  bool core = false;    ///< on the two-hour workshop path
  std::string section;  ///< heading in the chapter's README.md
  std::vector<std::string> hints;
  std::vector<std::string> sanitizers;  ///< "address", "undefined", "thread"
  std::vector<RegionPlace> regions;     ///< empty for a milestone
  std::vector<std::filesystem::path> test_sources;

  /// "check_3_2": the program that tests the learner's code.
  [[nodiscard]] std::string CheckTarget() const;
  /// "reference_3_2": the same tests against the solutions.
  [[nodiscard]] std::string ReferenceTarget() const;
  /// "Ex3_2": what the exercise's suites begin with.
  [[nodiscard]] std::string Suite() const;
};

/// A promise about speed or memory that `bench` judges: of two cases, or of a number that one case
/// reports itself.
struct Gate {
  std::string name;
  std::string measure;       ///< benchmark case
  std::string against = {};  ///< benchmark case that it is compared with
  double at_most = 0;        ///< median of their repetitions' ratios, or of the counter
  std::string counter = {};  ///< "extra_ns": a counter of `measure`; then `against` is empty
};

/// What a chapter's benchmark measures.
enum class BenchSubject {
  kStage,    ///< what the chapter builds: the learner's and the reference, each against the default
  kMachine,  ///< the machine and the libraries: nothing need be written for it
};

struct Chapter {
  int number = 0;
  std::string name;  ///< "03_fixed_block_pool": its folder in chapters/, solutions/, tests/ …
  std::string title;
  std::string summary;
  std::vector<Exercise> exercises;  ///< in order, without the milestone
  std::optional<Exercise> milestone;
  BenchSubject bench = BenchSubject::kStage;
  std::vector<Gate> gates;
  std::vector<std::string> files;  ///< .h and .cpp names of the stage, sorted

  /// Names of those files of the stage that hold regions.
  [[nodiscard]] std::vector<std::string> MarkedFiles() const;
  /// Ids of the regions that `file` must hold.
  [[nodiscard]] std::vector<std::string> RegionsOf(std::string_view file) const;
  /// All exercises in the order they are done, the milestone last.
  [[nodiscard]] std::vector<const Exercise*> InOrder() const;
};

/// Everything that can be done in this checkout.
struct Catalog {
  std::vector<Chapter> chapters;  ///< by number

  /// Null if there is no such exercise. Takes "3.2" and "3.milestone".
  [[nodiscard]] const Exercise* Find(std::string_view id) const;
  [[nodiscard]] const Chapter* FindChapter(int number) const;
  [[nodiscard]] const Chapter& ChapterOf(const Exercise& exercise) const;
  /// "3" -> all of chapter 3, "3.2" -> that one, "" -> all. Throws UserError (usage) naming what
  /// exists.
  [[nodiscard]] std::vector<const Exercise*> Select(const std::string& name) const;
};

/// Reads every chapters/NN_topic/chapter.toml and the regions of solutions/NN_topic/. Throws
/// UserError naming the file and the key that is wrong.
Catalog LoadCatalog(const Project& project);

}  // namespace workbook::tool
