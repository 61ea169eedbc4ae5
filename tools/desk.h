#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "catalog.h"
#include "progress.h"
#include "standing.h"
#include "terminal.h"

namespace workbook::tool {

/// What every learner's verb looks at first: the exercises, what is remembered, where things stand.
/// Says on standard error what was wrong with the progress file.
struct Desk {
  explicit Desk(const Project& of);

  /// The exercise with this id; without one, the first unfinished. Throws UserError (usage) where
  /// there is none, or where a whole chapter is named.
  [[nodiscard]] const ExerciseStanding& Pick(const std::string& id) const;
  /// The same, and refuses a milestone, which has no code of its own.
  [[nodiscard]] const ExerciseStanding& PickWithCode(const std::string& id) const;
  /// "chapters/03_fixed_block_pool/README.md"
  [[nodiscard]] std::string Readme(const Exercise& exercise) const;

  const Project& project;
  const Terminal& terminal = Terminal::Out();
  Catalog catalog;
  ProgressFile progress;
  Standings standings;
};

/// Prints a machine-readable result. Bytes that are not UTF-8 become U+FFFD.
void PrintJson(const nlohmann::json& value);

/// " 3.2  The free list", bold, with its line break.
std::string Heading(const Exercise& exercise, const Terminal& terminal);

/// "  read       chapters/…": a name and a value, with its line break.
std::string NamedRow(std::string_view name, std::string_view text, const Terminal& terminal);

/// May the solution be seen? Counts as one time of asking where it has not passed.
bool MaySeeSolution(Desk& desk, const ExerciseStanding& standing);

}  // namespace workbook::tool
