// dev check: prints the proof of every exercise as a table, or as JSON.
#include <fmt/core.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "proof.h"
#include "terminal.h"
#include "verbs.h"

namespace workbook::tool {
namespace {

nlohmann::json ToJson(const ExerciseProof& proof) {
  nlohmann::json faults = nlohmann::json::array();
  for (const FaultProof& fault : proof.faults) {
    faults.push_back({{"name", fault.name}, {"caught", fault.caught}, {"by", fault.by}});
  }
  return {{"id", proof.id},           {"skeleton", proof.skeleton}, {"solution", proof.solution},
          {"skipped", proof.skipped}, {"faults", faults},           {"holes", proof.holes}};
}

std::string Catchers(const ExerciseProof& proof) {
  std::vector<std::pair<std::string, int>> tests;
  for (const FaultProof& fault : proof.faults) {
    if (!fault.caught) continue;
    const std::string name = fault.by.substr(fault.by.find('.') + 1);
    const auto found = std::find_if(tests.begin(), tests.end(),
                                    [&name](const auto& entry) { return entry.first == name; });
    if (found == tests.end()) {
      tests.emplace_back(name, 1);
    } else {
      ++found->second;
    }
  }
  std::string out;
  for (const auto& [name, count] : tests) {
    out += (out.empty() ? "" : ", ") + name + (count > 1 ? " x" + std::to_string(count) : "");
  }
  return out;
}

std::string_view Green(const ExerciseProof& proof) {
  if (proof.solution) return "yes";
  return proof.skipped.empty() ? "NO" : "skipped";
}

void PrintTable(const std::vector<ExerciseProof>& proofs) {
  static constexpr std::size_t kColumnOfTests = 48;
  const Terminal& terminal = Terminal::Out();
  fmt::print("{:<12}{:<13}{:<8}{:<13}{}\n", "exercise", "not started", "green", "faults caught",
             "  by");
  fmt::print("{:<12}{:<13}{:<8}\n", "", "by itself", "1 to k");
  for (const ExerciseProof& proof : proofs) {
    const auto caught = std::count_if(proof.faults.begin(), proof.faults.end(),
                                      [](const FaultProof& fault) { return fault.caught; });
    const std::string faults =
        proof.is_milestone ? "-" : fmt::format("{} of {}", caught, proof.faults.size());
    const std::string row = fmt::format("{:<12}{:<13}{:<8}{:<13}", proof.id,
                                        proof.is_milestone ? "-" : (proof.skeleton ? "yes" : "NO"),
                                        Green(proof), faults);
    const std::string tests =
        Indented(Wrap(Catchers(proof), std::max<std::size_t>(terminal.width, 100) - kColumnOfTests),
                 kColumnOfTests);
    fmt::print("{}{}\n", terminal.Paint(proof.holes.empty() ? Style::kPlain : Style::kRed, row),
               tests.substr(std::min(tests.size(), row.size())));
  }
}

void PrintHoles(const std::vector<ExerciseProof>& proofs) {
  for (const ExerciseProof& proof : proofs) {
    for (const std::string& hole : proof.holes) fmt::print("\n{}: {}\n", proof.id, hole);
  }
}

}  // namespace

int RunDevCheck(const Project& project, const DevCheckArguments& arguments) {
  const Catalog catalog = LoadCatalog(project);
  const std::vector<ExerciseProof> proofs =
      Prove(project, catalog, arguments.exercise, arguments.jobs);
  const auto unproven = std::count_if(proofs.begin(), proofs.end(), [](const ExerciseProof& proof) {
    return !proof.holes.empty();
  });
  if (arguments.json) {
    nlohmann::json list = nlohmann::json::array();
    for (const ExerciseProof& proof : proofs) list.push_back(ToJson(proof));
    fmt::print("{}\n", nlohmann::json{{"exercises", list}}.dump(
                           -1, ' ', false, nlohmann::json::error_handler_t::replace));
  } else {
    PrintTable(proofs);
    PrintHoles(proofs);
    if (proofs.empty()) {
      fmt::print("\nThere are no exercises to prove.\n");
    } else if (unproven == 0) {
      fmt::print("\nAll {} are proven.\n", proofs.size());
    } else {
      fmt::print("\n{} of {} are not proven.\n", unproven, proofs.size());
    }
  }
  return unproven == 0 && !proofs.empty() ? kExitPassed : kExitWrong;
}

}  // namespace workbook::tool
