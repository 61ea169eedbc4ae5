#pragma once

#include <string>
#include <vector>

#include "board.h"
#include "catalog.h"
#include "progress.h"

namespace workbook::tool {

/// Where the learner stands with one exercise, judged from the text and what is remembered.
enum class Standing {
  kNotStarted,  ///< the regions equal their stubs; or a milestone whose chapter is not done
  kStarted,
  kPassed,   ///< the code is the code that passed
  kChanged,  ///< passed once, the code changed since
  kDamaged,  ///< a file is missing or empty, or its markers are broken
};

struct ExerciseStanding {
  const Exercise* exercise = nullptr;
  Standing standing = Standing::kNotStarted;
  std::string pass_hash;  ///< of the code as it is now: what is remembered when it passes
  std::string problem;    ///< of a damaged file: the whole message
  std::string file;       ///< the first file to open, relative to the root
  int line = 0;           ///< of the exercise's first region
};

/// All exercises, chapter by chapter, each chapter's milestone last.
class Standings {
 public:
  Standings(const Project& project, const Catalog& catalog, const Progress& progress);

  [[nodiscard]] const std::vector<ExerciseStanding>& all() const { return all_; }
  [[nodiscard]] const ExerciseStanding& Of(const Exercise& exercise) const;
  /// The first one that is not passed in the chapter where the learner last worked; if there is
  /// none, the first one of all. Null when everything has passed.
  [[nodiscard]] const ExerciseStanding* FirstUnfinished() const;
  /// All that are not passed, in the order in which to do them.
  [[nodiscard]] std::vector<const ExerciseStanding*> Unfinished() const;
  /// Nobody has written or passed anything.
  [[nodiscard]] bool IsStartingState() const;
  [[nodiscard]] int CountPassed() const;

 private:
  void AddMilestone(const Chapter& chapter, const Progress& progress);

  std::vector<ExerciseStanding> all_;
  int last_chapter_;
};

/// "not_started", "started", "passed", "changed", "damaged": for JSON.
std::string_view Identifier(Standing standing);

/// The board's chapters and marks.
std::vector<BoardChapter> BoardOf(const Catalog& catalog, const Standings& standings);

}  // namespace workbook::tool
