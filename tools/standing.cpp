#include "standing.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "check.h"
#include "files.h"

namespace workbook::tool {
namespace {

bool RememberedAs(const Progress& progress, const std::string& id, const std::string& hash) {
  const auto entry = progress.exercises.find(id);
  return entry != progress.exercises.end() && !hash.empty() && entry->second.passed_hash == hash;
}

bool PassedOnce(const Progress& progress, const std::string& id) {
  const auto entry = progress.exercises.find(id);
  return entry != progress.exercises.end() && !entry->second.passed_hash.empty();
}

// Of code that the text alone does not settle.
Standing Remembered(const ExerciseStanding& standing, const Progress& progress) {
  const std::string& id = standing.exercise->id;
  if (RememberedAs(progress, id, standing.pass_hash)) return Standing::kPassed;
  return PassedOnce(progress, id) ? Standing::kChanged : Standing::kStarted;
}

ExerciseStanding StandingOf(const Project& project, const Catalog& catalog,
                            const Exercise& exercise, const Progress& progress) {
  ExerciseReport report;
  const bool settled = CheckText(project, catalog, exercise, report);
  ExerciseStanding standing{&exercise, Standing::kStarted, report.region_hash, {}, {}, report.line};
  if (!report.files.empty()) standing.file = report.files.front().path;
  if (settled && report.verdict == Verdict::kDamagedFile) {
    standing.standing = Standing::kDamaged;
    standing.problem = report.detail;
  } else if (settled) {
    standing.standing = Standing::kNotStarted;
  } else {
    standing.standing = Remembered(standing, progress);
  }
  return standing;
}

CellState CellOf(Standing standing) {
  switch (standing) {
    case Standing::kPassed:
      return CellState::kPassed;
    case Standing::kChanged:
      return CellState::kChanged;
    case Standing::kDamaged:
      return CellState::kFailed;
    case Standing::kNotStarted:
    case Standing::kStarted:
      break;
  }
  return CellState::kOpen;
}

}  // namespace

Standings::Standings(const Project& project, const Catalog& catalog, const Progress& progress)
    : last_chapter_(progress.last_chapter) {
  for (const Chapter& chapter : catalog.chapters) {
    for (const Exercise& exercise : chapter.exercises) {
      all_.push_back(StandingOf(project, catalog, exercise, progress));
    }
    if (chapter.milestone) AddMilestone(chapter, progress);
  }
}

// A milestone has no code of its own: it stands for the whole chapter's.
void Standings::AddMilestone(const Chapter& chapter, const Progress& progress) {
  ExerciseStanding milestone{&*chapter.milestone, Standing::kStarted, {}, {}, {}, 0};
  std::string hashes;
  for (const ExerciseStanding& each : all_) {
    if (each.exercise->chapter != chapter.number) continue;
    hashes += each.pass_hash + ' ';
    if (each.standing != Standing::kPassed) milestone.standing = Standing::kNotStarted;
  }
  milestone.pass_hash = ShortHash(hashes);
  if (milestone.standing == Standing::kStarted) {
    milestone.standing = Remembered(milestone, progress);
  }
  all_.push_back(std::move(milestone));
}

const ExerciseStanding& Standings::Of(const Exercise& exercise) const {
  for (const ExerciseStanding& each : all_) {
    if (each.exercise->id == exercise.id) return each;
  }
  throw std::logic_error("no standing of exercise " + exercise.id);
}

const ExerciseStanding* Standings::FirstUnfinished() const {
  const std::vector<const ExerciseStanding*> unfinished = Unfinished();
  return unfinished.empty() ? nullptr : unfinished.front();
}

std::vector<const ExerciseStanding*> Standings::Unfinished() const {
  std::vector<const ExerciseStanding*> unfinished;
  for (const ExerciseStanding& each : all_) {
    if (each.standing != Standing::kPassed) unfinished.push_back(&each);
  }
  std::stable_partition(unfinished.begin(), unfinished.end(), [this](const ExerciseStanding* each) {
    return each->exercise->chapter == last_chapter_;
  });
  return unfinished;
}

bool Standings::IsStartingState() const {
  return std::all_of(all_.begin(), all_.end(), [](const ExerciseStanding& each) {
    return each.standing == Standing::kNotStarted;
  });
}

int Standings::CountPassed() const {
  return static_cast<int>(std::count_if(all_.begin(), all_.end(), [](const ExerciseStanding& each) {
    return each.standing == Standing::kPassed;
  }));
}

std::string_view Identifier(Standing standing) {
  switch (standing) {
    case Standing::kNotStarted:
      return "not_started";
    case Standing::kStarted:
      return "started";
    case Standing::kPassed:
      return "passed";
    case Standing::kChanged:
      return "changed";
    case Standing::kDamaged:
      return "damaged";
  }
  return "";
}

std::vector<BoardChapter> BoardOf(const Catalog& catalog, const Standings& standings) {
  std::vector<BoardChapter> board;
  const ExerciseStanding* current = standings.FirstUnfinished();
  for (const Chapter& chapter : catalog.chapters) {
    BoardChapter& row = board.emplace_back(BoardChapter{chapter.number, chapter.title, {}});
    for (const Exercise* exercise : chapter.InOrder()) {
      const ExerciseStanding& standing = standings.Of(*exercise);
      CellState state = CellOf(standing.standing);
      if (state == CellState::kOpen && &standing == current) state = CellState::kCurrent;
      row.cells.push_back({state, exercise->is_milestone, exercise->minutes});
    }
  }
  return board;
}

}  // namespace workbook::tool
