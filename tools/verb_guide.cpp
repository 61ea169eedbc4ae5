// next, list, hint and solution: what to do, and help with it.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "desk.h"
#include "files.h"
#include "learner_verbs.h"
#include "standing.h"
#include "terminal.h"

namespace workbook::tool {
namespace {

using nlohmann::json;

std::string FileAndLine(const ExerciseStanding& standing) {
  if (standing.line <= 0) return standing.file;
  return fmt::format("{}:{}", standing.file, standing.line);
}

void PrintNext(const Desk& desk, const ExerciseStanding& next) {
  const Exercise& exercise = *next.exercise;
  std::string out = Heading(exercise, desk.terminal);
  out += NamedRow("time", "about " + Duration(exercise.minutes), desk.terminal);
  out += NamedRow("read", fmt::format("{}, \"{}\"", desk.Readme(exercise), exercise.section),
                  desk.terminal);
  if (!next.file.empty()) out += NamedRow("edit", FileAndLine(next), desk.terminal);
  out += NamedRow("then", "./workbook check " + exercise.id, desk.terminal);
  Print(out);
}

json NextJson(const Desk& desk, const ExerciseStanding* next) {
  if (next == nullptr) return {{"next", nullptr}};
  const Exercise& exercise = *next->exercise;
  return {{"next",
           {{"id", exercise.id},
            {"title", exercise.title},
            {"minutes", exercise.minutes},
            {"standing", Identifier(next->standing)},
            {"file", next->file},
            {"line", next->line},
            {"readme", desk.Readme(exercise)},
            {"section", exercise.section},
            {"command", "./workbook check " + exercise.id}}}};
}

// --- list ---------------------------------------------------------------------------------------

constexpr int kWorkshopChapters = 3;

bool OnTrack(const Exercise& exercise, const std::string& track) {
  return track.empty() || (exercise.core && exercise.chapter <= kWorkshopChapters);
}

std::string ListRow(const ExerciseStanding& each, const BoardCell& cell, const Terminal& terminal) {
  const Exercise& exercise = *each.exercise;
  return fmt::format("   {} {} {} {:>7}{}\n", CellMark(cell, terminal), Fit(exercise.id, 11),
                     Fit(exercise.title, 48), fmt::format("{} min", exercise.minutes),
                     exercise.core ? terminal.Paint(Style::kDim, "  core") : "");
}

std::string ListText(const Desk& desk, const std::string& track) {
  std::string out;
  int minutes = 0;
  const std::vector<BoardChapter> board = BoardOf(desk.catalog, desk.standings);
  for (std::size_t c = 0; c < board.size(); ++c) {
    const Chapter& chapter = desk.catalog.chapters[c];
    std::string rows;
    const std::vector<const Exercise*> exercises = chapter.InOrder();
    for (std::size_t e = 0; e < exercises.size(); ++e) {
      const Exercise* exercise = exercises[e];
      if (!OnTrack(*exercise, track)) continue;
      rows += ListRow(desk.standings.Of(*exercise), board[c].cells[e], desk.terminal);
      minutes += exercise->minutes;
    }
    if (rows.empty()) continue;
    const std::string title = fmt::format("{}  {}", chapter.number, chapter.title);
    out += fmt::format(" {}  {}\n{}\n", desk.terminal.Paint(Style::kBold, title),
                       desk.terminal.Paint(Style::kDim, chapter.summary), rows);
  }
  out += Legend(desk.terminal) + "\n";
  out +=
      fmt::format(" {}{} in all.\n", track.empty() ? "" : "The two-hour path: ", Duration(minutes));
  if (track.empty()) out += " A two-hour path: ./workbook list --track workshop\n";
  return out;
}

json ListJson(const Desk& desk, const std::string& track) {
  json exercises = json::array();
  int minutes = 0;
  for (const ExerciseStanding& each : desk.standings.all()) {
    const Exercise& exercise = *each.exercise;
    if (!OnTrack(exercise, track)) continue;
    minutes += exercise.minutes;
    exercises.push_back({{"id", exercise.id},
                         {"chapter", desk.catalog.ChapterOf(exercise).name},
                         {"title", exercise.title},
                         {"minutes", exercise.minutes},
                         {"core", exercise.core},
                         {"standing", Identifier(each.standing)}});
  }
  return {{"track", track}, {"minutes", minutes}, {"exercises", exercises}};
}

// --- hint ---------------------------------------------------------------------------------------

int ShowOneMore(Desk& desk, const ExerciseStanding& standing) {
  const int all = static_cast<int>(standing.exercise->hints.size());
  int shown = all;
  desk.progress.Change([&](Progress& progress) {
    int& hints = progress.exercises[standing.exercise->id].hints;
    if (standing.standing != Standing::kPassed) shown = std::min(hints + 1, all);
    hints = std::max(hints, shown);
  });
  return shown;
}

std::string HintText(const Desk& desk, const ExerciseStanding& standing, int shown) {
  const Exercise& exercise = *standing.exercise;
  const int all = static_cast<int>(exercise.hints.size());
  std::string out = Heading(exercise, desk.terminal);
  for (int n = 0; n < shown; ++n) {
    const std::string name = fmt::format("hint {}", n + 1);
    const std::string& hint = exercise.hints[static_cast<std::size_t>(n)];
    // Code in a hint keeps its lines; a paragraph is wrapped.
    const bool is_code = hint.find('\n') != std::string::npos;
    const std::string text = is_code ? Indented(hint, 13).substr(13) : Wrap(hint, 78, 13) + "\n";
    out += fmt::format("\n  {}  {}", desk.terminal.Paint(Style::kDim, Fit(name, 9)), text);
  }
  if (shown < all) {
    return out + fmt::format("\n  {} more: ./workbook hint {}\n", all - shown, exercise.id);
  }
  if (standing.standing == Standing::kPassed) return out;
  return out + fmt::format("\n  That was the last hint. The solution: ./workbook solution {}\n",
                           exercise.id);
}

// --- solution -----------------------------------------------------------------------------------

struct SolutionPlace {
  std::string file;
  int line = 0;
  std::string body;
};

std::vector<SolutionPlace> SolutionOf(const Desk& desk, const Exercise& exercise) {
  std::vector<SolutionPlace> places;
  for (const RegionPlace& place : exercise.regions) {
    const auto path = desk.project.solutions() / desk.catalog.ChapterOf(exercise).name / place.file;
    const std::string shown = desk.project.Shown(path);
    const MarkedText text = MarkedText::Parse(ReadFile(path), shown);
    if (const Region* region = text.Find(place.id)) {
      places.push_back({shown, region->line + 1, region->body});
    }
  }
  return places;
}

}  // namespace

int RunNext(const Project& project, const NextArguments& arguments) {
  const Desk desk(project);
  const ExerciseStanding* next = desk.standings.FirstUnfinished();
  if (arguments.json) {
    PrintJson(NextJson(desk, next));
  } else if (next == nullptr) {
    Print(" Everything in this workbook has passed.\n");
  } else {
    PrintNext(desk, *next);
  }
  return kExitPassed;
}

int RunList(const Project& project, const ListArguments& arguments) {
  if (!arguments.track.empty() && arguments.track != "workshop") {
    throw UserError(kExitUsage, fmt::format("There is no track \"{}\". The one track is: workshop.",
                                            arguments.track));
  }
  const Desk desk(project);
  if (arguments.json) {
    PrintJson(ListJson(desk, arguments.track));
  } else {
    Print(ListText(desk, arguments.track));
  }
  return kExitPassed;
}

int RunHint(const Project& project, const ExerciseArguments& arguments) {
  Desk desk(project);
  const ExerciseStanding& standing = desk.PickWithCode(arguments.exercise);
  const int shown = ShowOneMore(desk, standing);
  if (!arguments.json) {
    Print(HintText(desk, standing, shown));
    return kExitPassed;
  }
  const auto& hints = standing.exercise->hints;
  PrintJson({{"id", standing.exercise->id},
             {"shown", shown},
             {"of", hints.size()},
             {"hints", std::vector<std::string>(hints.begin(), hints.begin() + shown)}});
  return kExitPassed;
}

int RunSolution(const Project& project, const ExerciseArguments& arguments) {
  Desk desk(project);
  const ExerciseStanding& standing = desk.PickWithCode(arguments.exercise);
  const Exercise& exercise = *standing.exercise;
  const bool show = MaySeeSolution(desk, standing);
  json places = json::array();
  std::string out = Heading(exercise, desk.terminal);
  for (const SolutionPlace& place :
       show ? SolutionOf(desk, exercise) : std::vector<SolutionPlace>{}) {
    places.push_back({{"file", place.file}, {"line", place.line}, {"code", place.body}});
    out +=
        fmt::format("\n  {}\n{}",
                    desk.terminal.Paint(Style::kDim, fmt::format("{}:{}", place.file, place.line)),
                    Indented(place.body, 2));
  }
  if (!show) {
    out += fmt::format(
        "  It has not passed yet. A hint may be enough: ./workbook hint {0}\n"
        "  To see the solution all the same, ask once more: ./workbook solution {0}\n",
        exercise.id);
  }
  if (arguments.json) {
    PrintJson({{"id", exercise.id}, {"shown", show}, {"places", places}});
  } else {
    Print(out);
  }
  return kExitPassed;
}

}  // namespace workbook::tool
