#include "trace_replay.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string_view>

#include "terminal.h"
#include "units_text.h"

namespace workbook::tool {
namespace {

using nlohmann::json;

constexpr std::size_t kNameColumns = 13;

Verdict VerdictOf(const std::string& status) {
  if (status == "sound") return Verdict::kPassed;
  if (status == "not_started") return Verdict::kNotStarted;
  if (status == "machine_lacks") return Verdict::kMachineLacks;
  return Verdict::kWrong;
}

Style StyleOf(Verdict verdict) {
  if (verdict == Verdict::kPassed) return Style::kPlain;
  return verdict == Verdict::kNotStarted ? Style::kYellow : Style::kRed;
}

std::string Score(const ReplayedStage& stage) {
  const std::string own = stage.own_share ? PercentText(*stage.own_share) : "-";
  return fmt::format("{:>11}  {:>9}  {:>14}  {:>6.2f}x ({:.2f} … {:.2f})",
                     PercentText(stage.utilisation), own,
                     Grouped(static_cast<std::uint64_t>(stage.operations_per_second)),
                     stage.speedup, stage.speedup_low, stage.speedup_high);
}

std::string StageLine(const ReplayedStage& stage, const Terminal& terminal) {
  std::string words = Score(stage);
  if (stage.verdict != Verdict::kPassed) {
    words = Words(stage.verdict);
    if (stage.line != 0) words += ", first in line " + Grouped(stage.line) + " of the trace";
    words = terminal.Paint(StyleOf(stage.verdict), words);
  }
  return "  " + Fit(stage.title, kNameColumns) + "  " + words + "\n";
}

// A drawing must keep its lines; a sentence is broken.
std::string Detail(const ReplayedStage& stage) {
  std::string text = "\n  " + stage.title + ": " + std::string(Words(stage.verdict)) + "\n";
  std::string_view rest = stage.detail;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    const std::string line(rest.substr(0, end));
    const bool is_drawing = line.starts_with(" ") || line.find("0x") == 0;
    text += "    " + (is_drawing ? line : Wrap(line, kDefaultColumns, 4)) + "\n";
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return text;
}

// Larger is worse; "not started" is no fault.
int Weight(Verdict verdict) {
  switch (verdict) {
    case Verdict::kPassed:
      return 0;
    case Verdict::kNotStarted:
      return 1;
    case Verdict::kMachineLacks:
      return 2;
    case Verdict::kDoesNotCompile:
      return 3;
    case Verdict::kWrong:
    case Verdict::kDamagedFile:
      return 4;
    default:
      return 5;
  }
}

json StageJson(const ReplayedStage& stage) {
  json object = {{"name", stage.name}, {"verdict", Identifier(stage.verdict)}};
  if (stage.verdict != Verdict::kPassed) {
    object["detail"] = stage.detail;
    object["line"] = stage.line;
    return object;
  }
  object["utilisation"] = stage.utilisation;
  object["peak_live_bytes"] = stage.peak_live_bytes;
  object["peak_reserved_bytes"] = stage.peak_reserved_bytes;
  object["own_share"] = stage.own_share ? json(*stage.own_share) : json();
  object["operations_per_second"] = stage.operations_per_second;
  object["default_operations_per_second"] = stage.default_operations_per_second;
  object["speedup"] = stage.speedup;
  object["speedup_low"] = stage.speedup_low;
  object["speedup_high"] = stage.speedup_high;
  return object;
}

}  // namespace

ReplayedStage ParseReplay(const std::string& text, ReplayReport& report) {
  const json result = json::parse(text, nullptr, false);
  if (!result.is_object() || !result.contains("status")) {
    throw UserError(kExitCrashed, "the replay ended without a result");
  }
  ReplayedStage stage;
  stage.verdict = VerdictOf(result.value("status", ""));
  stage.detail = result.value("wrong", "");
  stage.line = result.value("line", std::uint64_t{0});
  stage.utilisation = result.value("utilisation", 0.0);
  stage.peak_live_bytes = result.value("peak_live_bytes", std::uint64_t{0});
  stage.peak_reserved_bytes = result.value("peak_reserved_bytes", std::uint64_t{0});
  if (const auto own = result.find("own_share"); own != result.end() && own->is_number()) {
    stage.own_share = own->get<double>();
  }
  stage.operations_per_second = result.value("operations_per_second", 0.0);
  stage.default_operations_per_second = result.value("default_operations_per_second", 0.0);
  stage.speedup = result.value("speedup", 0.0);
  stage.speedup_low = result.value("speedup_low", 0.0);
  stage.speedup_high = result.value("speedup_high", 0.0);
  report.operations = result.value("operations", report.operations);
  report.threads = result.value("threads", report.threads);
  return stage;
}

std::string ReplayText(const ReplayReport& report, const Terminal& terminal) {
  std::string head = " " + std::filesystem::path(report.file).filename().string();
  std::uint64_t peak = 0;
  for (const ReplayedStage& stage : report.stages) peak = std::max(peak, stage.peak_live_bytes);
  if (report.operations > 0) {
    head += fmt::format(": {} calls by {} thread{}, peak {}", Grouped(report.operations),
                        report.threads, report.threads == 1 ? "" : "s", BytesText(peak));
  }
  std::string text = terminal.Paint(Style::kBold, head) + "\n";
  text += terminal.Paint(
              Style::kDim,
              fmt::format("  {}  {:>11}  {:>9}  {:>14}  {}", Fit("stage", kNameColumns),
                          "utilisation", "own share", "calls a second", "speed against default")) +
          "\n";
  for (const ReplayedStage& stage : report.stages) text += StageLine(stage, terminal);
  for (const ReplayedStage& stage : report.stages) {
    if (stage.verdict != Verdict::kPassed) text += Detail(stage);
  }
  return text;
}

std::string ReplayJson(const ReplayReport& report) {
  json stages = json::array();
  for (const ReplayedStage& stage : report.stages) stages.push_back(StageJson(stage));
  const json whole = {{"file", report.file},
                      {"operations", report.operations},
                      {"threads", report.threads},
                      {"stages", stages}};
  return whole.dump(1, ' ', false, json::error_handler_t::replace) + "\n";
}

ExitCode ReplayExitCode(const ReplayReport& report) {
  Verdict worst = Verdict::kPassed;
  for (const ReplayedStage& stage : report.stages) {
    if (Weight(stage.verdict) > Weight(worst)) worst = stage.verdict;
  }
  return ExitCodeOf(worst);
}

}  // namespace workbook::tool
