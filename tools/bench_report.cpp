#include "bench_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <tuple>

#include "json_text.h"

namespace workbook::tool {
namespace {

// "allocate_free/stage/4096/threads:2" -> workload "allocate_free", who "stage", rest
// "4096/threads:2"
struct NameParts {
  std::string workload;
  std::string who;
  std::string rest;
};

NameParts Parse(const std::string& name) {
  const std::size_t first = name.find('/');
  if (first == std::string::npos) return {name, "", ""};
  const std::size_t second = name.find('/', first + 1);
  if (second == std::string::npos) return {name.substr(0, first), name.substr(first + 1), ""};
  return {name.substr(0, first), name.substr(first + 1, second - first - 1),
          name.substr(second + 1)};
}

std::string Join(const NameParts& parts) {
  return parts.workload + "/" + parts.who + (parts.rest.empty() ? "" : "/" + parts.rest);
}

std::string Time(double nanoseconds) {
  if (nanoseconds < 1e3) return fmt::format("{:.3g} ns", nanoseconds);
  if (nanoseconds < 1e6) return fmt::format("{:.3g} us", nanoseconds / 1e3);
  return fmt::format("{:.3g} ms", nanoseconds / 1e6);
}

std::string Bytes(double bytes) {
  if (bytes < 1024) return fmt::format("{:.0f} B", bytes);
  if (bytes < 1024.0 * 1024) return fmt::format("{:.3g} KiB", bytes / 1024);
  return fmt::format("{:.4g} MiB", bytes / 1024 / 1024);
}

std::string TimeCell(const BenchCase* one) {
  if (one == nullptr) return "-";
  if (one->skipped()) return "skipped";
  if (!one->ok()) return "not run";
  return fmt::format("{} ±{:.0f}%", Time(Median(one->Times())), Spread(one->Times()) * 100);
}

std::string RatioCell(const BenchCase* measure, const BenchCase* against) {
  if (measure == nullptr || against == nullptr || !measure->ok() || !against->ok()) return "-";
  return fmt::format("{:.2f}x", RatioOf(*measure, *against).value);
}

const BenchSide* SideOf(const BenchReport& report, const std::string& who) {
  const auto found = report.sides.find(who);
  return found == report.sides.end() ? nullptr : &found->second;
}

const BenchCase* CaseOf(const BenchSide* side, const std::string& name) {
  return side == nullptr ? nullptr : side->results.Find(name);
}

// Sizes in the order of numbers: 64 before 4096.
bool Before(const NameParts& a, const NameParts& b) {
  if (a.workload != b.workload) return a.workload < b.workload;
  if (a.rest.size() != b.rest.size()) return a.rest.size() < b.rest.size();
  return std::tie(a.rest, b.who) < std::tie(b.rest, a.who);
}

// One row a case, the default's beside it: a chapter may have more cases than "stage".
std::vector<NameParts> Rows(const BenchResults& results) {
  std::vector<NameParts> rows;
  for (const BenchCase& one : results.cases) {
    NameParts parts = Parse(one.name);
    if (parts.who != "default") rows.push_back(parts);
  }
  std::sort(rows.begin(), rows.end(), Before);
  return rows;
}

// "allocate_free/stage/4096/threads:2" -> "allocate free 4096 threads:2". How Google Benchmark was
// told to time a case is of no interest here.
std::string Label(const NameParts& parts) {
  std::string rest = parts.rest;
  rest = rest.substr(0, rest.find("iterations:"));
  std::string text = parts.workload + (rest.empty() ? "" : " " + rest);
  if (parts.who != "stage") text += " " + parts.who;
  std::replace(text.begin(), text.end(), '_', ' ');
  std::replace(text.begin(), text.end(), '/', ' ');
  if (const std::size_t at = text.find("threads:"); at != std::string::npos) {
    text.replace(at, 8, "x");  // "4096 x2": on two threads
  }
  while (text.ends_with(' ')) text.pop_back();
  return text;
}

std::string Row(const std::vector<std::string>& cells) {
  std::string line = "  " + Fit(cells[0], 30);
  for (std::size_t i = 1; i < cells.size(); ++i) line += "  " + Fit(cells[i], i % 2 == 1 ? 14 : 5);
  while (!line.empty() && line.back() == ' ') line.pop_back();
  return line + "\n";
}

// Where the machine is measured there is no stage, only what was changed beside the default.
std::string ReferenceWord(const BenchReport& report) {
  return report.subject == BenchSubject::kMachine ? "changed" : "reference";
}

std::string TimeTable(const BenchReport& report, const Terminal& terminal) {
  const BenchSide* yours = SideOf(report, "yours");
  const BenchSide* reference = SideOf(report, "reference");
  std::vector<std::string> head = {"time of one iteration", "default"};
  if (yours != nullptr) head.insert(head.end(), {"ratio", "yours"});
  if (reference != nullptr) head.insert(head.end(), {"ratio", ReferenceWord(report)});
  std::string text = terminal.Paint(Style::kBold, Row(head));
  for (const NameParts& row : Rows(report.Judged().results)) {
    const std::string stage = Join(row);
    const std::string baseline = Join({row.workload, "default", row.rest});
    std::vector<std::string> cells = {Label(row), TimeCell(report.Judged().results.Find(baseline))};
    for (const BenchSide* side : {yours, reference}) {
      if (side == nullptr) continue;
      cells.push_back(RatioCell(CaseOf(side, stage), CaseOf(side, baseline)));
      cells.push_back(TimeCell(CaseOf(side, stage)));
    }
    text += Row(cells);
  }
  return text;
}

std::string CounterValue(const std::string& counter, double value) {
  if (counter.find("bytes") != std::string::npos || counter == "resident_after_free") {
    return Bytes(value);
  }
  return fmt::format("{:.3g}", value);
}

std::string CounterCell(const BenchCase* one, const std::string& counter) {
  if (one == nullptr || !one->counters.contains(counter)) return "-";
  return CounterValue(counter, one->counters.at(counter));
}

// Most cases of a stage hold one block: their memory says nothing.
bool ShowsMemory(const BenchReport& report, const NameParts& row) {
  return report.subject == BenchSubject::kMachine || row.workload == "live_batch" ||
         row.workload == "training_step";
}

// Memory stands beside time: what each case held, and what a live byte costs in resident memory.
std::string MemoryTable(const BenchReport& report, const Terminal& terminal) {
  const BenchSide* yours = SideOf(report, "yours");
  const BenchSide* reference = SideOf(report, "reference");
  std::string text;
  for (const NameParts& row : Rows(report.Judged().results)) {
    const std::string stage = Join(row);
    const std::string baseline = Join({row.workload, "default", row.rest});
    for (const char* counter : {"resident_per_live", "resident_after_free", "reserved_bytes",
                                "page_faults", "peak_resident_bytes"}) {
      const BenchCase* judged = report.Judged().results.Find(stage);
      if (judged == nullptr || !judged->counters.contains(counter)) continue;
      if (!ShowsMemory(report, row)) continue;
      std::string label = Label(row) + " " + counter;
      std::replace(label.begin(), label.end(), '_', ' ');
      std::vector<std::string> cells = {
          label, CounterCell(report.Judged().results.Find(baseline), counter)};
      if (yours != nullptr) {
        cells.insert(cells.end(), {"", CounterCell(CaseOf(yours, stage), counter)});
      }
      if (reference != nullptr) {
        cells.insert(cells.end(), {"", CounterCell(CaseOf(reference, stage), counter)});
      }
      text += "  " + Fit(cells[0], 44);
      for (std::size_t i = 1; i < cells.size(); i += 2) text += "  " + Fit(cells[i], 12);
      while (!text.empty() && text.back() == ' ') text.pop_back();
      text += "\n";
    }
  }
  if (text.empty()) return text;
  std::string head = "  " + Fit("memory", 44) + "  " + Fit("default", 12);
  if (yours != nullptr) head += "  " + Fit("yours", 12);
  if (reference != nullptr) head += "  " + ReferenceWord(report);
  return "\n" + terminal.Paint(Style::kBold, head) + "\n" + text;
}

Style StyleOf(GateVerdict verdict) {
  switch (verdict) {
    case GateVerdict::kMet:
      return Style::kGreen;
    case GateVerdict::kMissed:
      return Style::kRed;
    default:
      return Style::kYellow;
  }
}

// "extra_ns" -> " ns": a counter's name ends in its unit. A ratio has none.
std::string UnitOf(const Gate& gate) {
  for (const auto& [end, unit] : {std::pair{"_ns", " ns"}, std::pair{"_percent", " %"}}) {
    if (gate.counter.ends_with(end)) return unit;
  }
  return "";
}

std::string GateLine(const JudgedGate& judged, const Terminal& terminal) {
  const std::string words =
      terminal.Paint(StyleOf(judged.verdict), fmt::format("{}", Words(judged.verdict)));
  if (judged.verdict == GateVerdict::kNotMeasured) {
    return fmt::format("  {}: {}: {}\n", judged.gate.name, words, judged.reason);
  }
  const Estimate& found = judged.estimate;
  const std::string unit = UnitOf(judged.gate);
  return fmt::format("  {}: {:.3f}{} ({:.3f} to {:.3f}), at most {:g}{}: {}{}\n", judged.gate.name,
                     found.value, unit, found.low, found.high, judged.gate.at_most, unit, words,
                     judged.reason.empty() ? "" : ": " + judged.reason);
}

std::string GateLines(const BenchReport& report, const Terminal& terminal) {
  std::string text;
  for (const auto& [who, side] : report.sides) {
    if (side.gates.empty()) continue;
    const std::string head = (who == "yours" ? "Gates, your stage" : "Gates, the reference") +
                             (side.tries > 1 ? fmt::format(" ({} tries)", side.tries) : "");
    text += "\n" + terminal.Paint(Style::kBold, "  " + head) + "\n";
    for (const JudgedGate& judged : side.gates) text += GateLine(judged, terminal);
  }
  if (!text.empty()) {
    text +=
        "  Of two cases the median of their repetitions' ratios; with a unit, the median of a\n"
        "  case's counts. In brackets where it lies in 95 of 100 such runs.\n";
  }
  return text;
}

std::string Errors(const BenchReport& report) {
  std::vector<std::string> seen;
  std::string text;
  for (const auto& [who, side] : report.sides) {
    for (const BenchCase& one : side.results.cases) {
      if (one.error.empty() || std::find(seen.begin(), seen.end(), one.error) != seen.end())
        continue;
      seen.push_back(one.error);
      text += one.skipped() ? fmt::format("  {}\n", one.error)
                            : fmt::format("  {} did not run: {}\n", one.name, one.error);
    }
  }
  return text.empty() ? text : "\n" + text;
}

std::string MachineLine(const BenchResults& results) {
  std::string text;
  for (const auto& [key, label] : {std::pair{"processor", ""}, std::pair{"cores", " cores"},
                                   std::pair{"kernel", ""}, std::pair{"compiler", ""}}) {
    const auto found = results.machine.find(key);
    if (found != results.machine.end()) {
      text += (text.empty() ? "" : ", ") + found->second + label;
    }
  }
  const auto torch = results.machine.find("torch");
  if (torch != results.machine.end()) text += ", torch " + torch->second;
  return text;
}

std::string JsonNumbers(const std::vector<double>& numbers) {
  return fmt::format("[{:.6g}]", fmt::join(numbers, ","));
}

std::string CaseJson(const BenchCase& one) {
  std::string text =
      fmt::format(R"({{"name":{},"threads":{},"median_ns":{:.6g},"spread":{:.4g},"ns":{})",
                  JsonString(one.name), one.threads, Median(one.Times()), Spread(one.Times()),
                  JsonNumbers(one.Times()));
  std::string counters;
  for (const auto& [name, value] : one.counters) {
    counters += fmt::format("{}{}:{:.6g}", counters.empty() ? "" : ",", JsonString(name), value);
  }
  text += R"(,"counters":{)" + counters + "}";
  if (!one.error.empty()) text += R"(,"error":)" + JsonString(one.error);
  return text + "}";
}

std::string GateJson(const JudgedGate& judged) {
  return fmt::format(
      R"({{"name":{},"measure":{},"against":{},"counter":{},"at_most":{:g},"verdict":"{}","{}":{:.5g},"low":{:.5g},"high":{:.5g},"reason":{}}})",
      JsonString(judged.gate.name), JsonString(judged.gate.measure),
      JsonString(judged.gate.against), JsonString(judged.gate.counter), judged.gate.at_most,
      Identifier(judged.verdict), judged.gate.counter.empty() ? "ratio" : "value",
      judged.estimate.value, judged.estimate.low, judged.estimate.high, JsonString(judged.reason));
}

std::string SideJson(const BenchSide& side) {
  std::string machine;
  for (const auto& [key, value] : side.results.machine) {
    machine += (machine.empty() ? "" : ",") + JsonString(key) + ":" + JsonString(value);
  }
  std::string cases;
  for (const BenchCase& one : side.results.cases) {
    cases += (cases.empty() ? "" : ",\n") + CaseJson(one);
  }
  std::string gates;
  for (const JudgedGate& gate : side.gates) gates += (gates.empty() ? "" : ",\n") + GateJson(gate);
  return fmt::format("{{\"machine\":{{{}}},\"tries\":{},\"gates\":[{}],\n\"cases\":[{}]}}", machine,
                     side.tries, gates, cases);
}

// Several threads cannot be faster than one while other programs hold the cores. PyTorch's default
// tells: its threads hardly ever sleep, so if they did not get their cores, nobody did.
void ExcuseBusyMachine(const BenchResults& results, JudgedGate& judged) {
  constexpr double kEnough = 0.85;
  const BenchCase* witness = results.Find(DefaultOf(judged.gate.measure));
  if (witness == nullptr || !witness->ok() || witness->threads == 1) return;
  const double share = CoreShare(*witness);
  if (share >= kEnough) return;
  judged.verdict = GateVerdict::kInconclusive;
  judged.reason = fmt::format("other programs kept the cores busy: {} threads got {:.0f} % of them",
                              witness->threads, share * 100);
}

// Why a case cannot be judged; empty if it can.
std::string WhyNot(const BenchResults& results, const std::string& name) {
  const BenchCase* found = results.Find(name);
  if (found == nullptr) return "there is no case " + name;
  return found->ok() ? "" : found->error;
}

void JudgeRatio(const BenchResults& results, JudgedGate& judged) {
  for (const std::string& name : {judged.gate.measure, judged.gate.against}) {
    const std::string reason = WhyNot(results, name);
    if (!reason.empty()) judged.reason = reason;
  }
  if (!judged.reason.empty()) return;
  judged.estimate = RatioOf(*results.Find(judged.gate.measure), *results.Find(judged.gate.against));
  judged.verdict = Judge(judged.estimate, judged.gate.at_most);
  if (judged.verdict == GateVerdict::kMissed) ExcuseBusyMachine(results, judged);
}

void JudgeCounter(const BenchResults& results, JudgedGate& judged) {
  const std::string& measure = judged.gate.measure;
  const std::string& counter = judged.gate.counter;
  judged.reason = WhyNot(results, measure);
  if (!judged.reason.empty()) return;
  const auto& samples = results.Find(measure)->samples;
  if (!samples.contains(counter)) {
    judged.reason = "the case " + measure + " counts no " + counter;
    return;
  }
  judged.estimate = EstimateMedian(samples.at(counter));
  judged.verdict = Judge(judged.estimate, judged.gate.at_most);
}

}  // namespace

std::vector<JudgedGate> JudgeGates(const std::vector<Gate>& gates, const BenchResults& results) {
  std::vector<JudgedGate> judged;
  for (const Gate& gate : gates) {
    JudgedGate& one = judged.emplace_back();
    one.gate = gate;
    (gate.counter.empty() ? JudgeRatio : JudgeCounter)(results, one);
  }
  return judged;
}

std::set<std::string> CasesToMeasureAgain(const std::vector<JudgedGate>& gates) {
  std::set<std::string> names;
  std::size_t before = 0;
  do {
    before = names.size();
    for (const JudgedGate& judged : gates) {
      const Gate& gate = judged.gate;
      const bool again = judged.verdict == GateVerdict::kInconclusive ||
                         names.contains(gate.measure) || names.contains(gate.against);
      if (!again) continue;
      names.insert(gate.measure);
      if (gate.counter.empty()) names.insert({gate.against, DefaultOf(gate.measure)});
    }
  } while (names.size() > before);
  return names;
}

const BenchSide& BenchReport::Judged() const {
  const auto yours = sides.find("yours");
  return yours != sides.end() ? yours->second : sides.at("reference");
}

std::string BenchText(const BenchReport& report, const Terminal& terminal) {
  std::string text =
      terminal.Paint(Style::kBold, fmt::format("Chapter {}  {}\n", report.chapter, report.title));
  text += Wrap(MachineLine(report.Judged().results), terminal.width) + "\n\n";
  text += TimeTable(report, terminal) + MemoryTable(report, terminal) + Errors(report);
  text += GateLines(report, terminal);
  if (!report.note.empty()) text += "\n" + Wrap(report.note, terminal.width) + "\n";
  if (!report.files.empty()) {
    text += fmt::format("\nWritten: {}\n", fmt::join(report.files, ", "));
  }
  return text;
}

std::string BenchJson(const BenchReport& report) {
  std::string sides;
  for (const auto& [who, side] : report.sides) {
    sides += fmt::format(",\n{}:{}", JsonString(who), SideJson(side));
  }
  std::string files;
  for (const std::string& file : report.files) {
    files += (files.empty() ? "" : ",") + JsonString(file);
  }
  return fmt::format("{{\"chapter\":{},\"title\":{},\"note\":{},\"files\":[{}]{}}}\n",
                     report.chapter, JsonString(report.title), JsonString(report.note), files,
                     sides);
}

}  // namespace workbook::tool
