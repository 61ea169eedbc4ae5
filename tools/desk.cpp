#include "desk.h"

#include <fmt/format.h>

#include <cstdio>
#include <nlohmann/json.hpp>
#include <vector>

namespace workbook::tool {

Desk::Desk(const Project& of)
    : project(of),
      catalog(LoadCatalog(of)),
      progress(of.state()),
      standings(of, catalog, progress.Load()) {
  if (progress.note().empty()) return;
  std::fputs((Wrap(progress.note(), terminal.width) + "\n\n").c_str(), stderr);
}

const ExerciseStanding& Desk::Pick(const std::string& id) const {
  if (standings.all().empty()) throw UserError(kExitUsage, "This workbook has no chapter yet.");
  if (id.empty()) {
    const ExerciseStanding* first = standings.FirstUnfinished();
    return first == nullptr ? standings.all().back() : *first;
  }
  const std::vector<const Exercise*> found = catalog.Select(id);
  if (found.size() == 1) return standings.Of(*found.front());
  throw UserError(kExitUsage,
                  fmt::format("\"{}\" is a whole chapter. Name one exercise, such as {}.", id,
                              found.empty() ? "0.1" : found.front()->id));
}

const ExerciseStanding& Desk::PickWithCode(const std::string& id) const {
  const ExerciseStanding& standing = Pick(id);
  if (!standing.exercise->is_milestone) return standing;
  throw UserError(kExitUsage,
                  fmt::format("{} has no code of its own: it runs what the whole chapter built. "
                              "Name one of the chapter's exercises.",
                              standing.exercise->id));
}

std::string Desk::Readme(const Exercise& exercise) const {
  return fmt::format("chapters/{}/README.md", catalog.ChapterOf(exercise).name);
}

void PrintJson(const nlohmann::json& value) {
  Print(value.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n");
}

std::string Heading(const Exercise& exercise, const Terminal& terminal) {
  return " " + terminal.Paint(Style::kBold, exercise.id + "  " + exercise.title) + "\n";
}

std::string NamedRow(std::string_view name, std::string_view text, const Terminal& terminal) {
  return fmt::format("  {}  {}\n", terminal.Paint(Style::kDim, Fit(name, 9)), text);
}

bool MaySeeSolution(Desk& desk, const ExerciseStanding& standing) {
  if (standing.standing == Standing::kPassed) return true;
  int asked = 0;
  desk.progress.Change([&](Progress& progress) {
    asked = ++progress.exercises[standing.exercise->id].solution_asked;
  });
  return asked >= 2;
}

}  // namespace workbook::tool
