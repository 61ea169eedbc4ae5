#include "report_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace workbook::tool {
namespace {

constexpr std::size_t kTitleColumns = 34;
constexpr std::size_t kTailLines = 12;  // of a program's own output, beside a crash

std::string_view Mark(Verdict verdict, const Terminal& terminal) {
  switch (verdict) {
    case Verdict::kPassed:
      return terminal.Glyph("✓", "+");
    case Verdict::kNotStarted:
      return terminal.Glyph("▸", ">");
    case Verdict::kSkipped:
    case Verdict::kMachineLacks:
      return terminal.Glyph("∅", "-");
    default:
      return terminal.Glyph("✗", "x");
  }
}

std::string TestCount(const ExerciseReport& report) {
  const std::size_t all = report.run.tests.size();
  if (all == 0) return {};
  const int passed = report.run.Count(TestOutcome::kPassed);
  if (report.verdict == Verdict::kPassed) return fmt::format("{} test{}", all, all == 1 ? "" : "s");
  return fmt::format("{} of {} tests", passed, all);
}

// The last lines of what a program printed: a crash's reason stands there.
std::string Tail(std::string_view text) {
  while (!text.empty() && text.back() == '\n') text.remove_suffix(1);
  std::size_t begin = text.size();
  for (std::size_t lines = 0; begin > 0; --begin) {
    if (text[begin - 1] == '\n' && ++lines == kTailLines) break;
  }
  return std::string(text.substr(begin));
}

std::string RelativePlace(const Project& project, const std::string& file, int line) {
  const std::string shown = project.Shown(file);
  return line > 0 ? fmt::format("{}:{}", shown, line) : shown;
}

// Sentences are broken at the terminal's edge; drawings and tables, which hold runs of blanks,
// stay.
std::string WrappedSentences(const std::string& text, std::size_t width) {
  std::string out;
  std::size_t begin = 0;
  while (begin < text.size()) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string line = text.substr(begin, end - begin);
    const bool drawing = line.find("  ") != std::string::npos;
    out += (Columns(line) > width && !drawing ? Wrap(line, width) : line) + "\n";
    begin = end + 1;
  }
  return out;
}

std::string TestText(const Project& project, const TestResult& test, const Terminal& terminal) {
  std::string out = terminal.Paint(Style::kBold, test.name) + "\n";
  for (const TestFailure& failure : test.failures) {
    out += terminal.Paint(Style::kDim, RelativePlace(project, failure.file, failure.line)) + "\n";
    out += Indented(WrappedSentences(WithoutControl(failure.message), terminal.width - 5), 2);
  }
  return out;
}

std::string CompileText(const Project& project, const ExerciseReport& report,
                        const Terminal& terminal) {
  std::string out;
  if (const auto& error = report.compile_error) {
    out += terminal.Paint(Style::kBold, RelativePlace(project, error->file, error->line)) + "\n";
    out += Indented(WithoutControl(error->text), 2);
  }
  if (!report.log.empty()) {
    out += terminal.Paint(Style::kDim, "whole log: " + project.Shown(report.log)) + "\n";
  }
  return out;
}

bool ProgramDied(Verdict verdict) {
  return verdict == Verdict::kCrashed || verdict == Verdict::kTimedOut ||
         verdict == Verdict::kEndedEarly;
}

std::string RunText(const Project& project, const ExerciseReport& report,
                    const Terminal& terminal) {
  std::string out;
  if (const TestResult* bad = report.run.FirstBad()) out += TestText(project, *bad, terminal);
  const std::string& printed = report.run.process.output;
  if (ProgramDied(report.verdict) && !printed.empty()) {
    out += terminal.Paint(Style::kDim, "the program's last lines:") + "\n";
    out += Indented(WithoutControl(Tail(printed)), 2);
  }
  return out;
}

std::string Row(std::string_view name, const std::string& text, const Terminal& terminal) {
  return fmt::format("  {}  {}\n", terminal.Paint(Style::kDim, Fit(name, 9)),
                     Wrap(text, terminal.width, 13));
}

std::string FileRows(const ExerciseReport& report, const Terminal& terminal) {
  std::string out;
  int line = report.line;  // belongs to the first file
  for (const JudgedFile& file : report.files) {
    const std::string place = line > 0 ? fmt::format("{}:{}", file.path, line) : file.path;
    out += Row(out.empty() ? "your file" : "",
               place + "  " + terminal.Paint(Style::kDim, "(sha256:" + file.hash + ")"), terminal);
    line = 0;
  }
  return out;
}

}  // namespace

Style StyleOf(Verdict verdict) {
  switch (verdict) {
    case Verdict::kPassed:
      return Style::kGreen;
    case Verdict::kNotStarted:
      return Style::kYellow;
    case Verdict::kSkipped:
    case Verdict::kMachineLacks:
      return Style::kCyan;
    default:
      return Style::kRed;
  }
}

std::string ResultLine(const Exercise& exercise, const ExerciseReport& report,
                       const Terminal& terminal) {
  const Style style = StyleOf(report.verdict);
  const std::string name = fmt::format("{}  {}", exercise.id, exercise.title);
  std::string facts = TestCount(report);
  if (report.seconds >= 0.05) {
    facts += fmt::format("{}{:.1f} s", facts.empty() ? "" : ", ", report.seconds);
  }
  return fmt::format(" {} {} {}  {}\n", terminal.Paint(style, Mark(report.verdict, terminal)),
                     Fit(name, kTitleColumns),
                     terminal.Paint(style, Fit(Words(report.verdict), 16)),
                     terminal.Paint(Style::kDim, facts));
}

std::string FailureText(const Project& project, const ExerciseReport& report,
                        const Terminal& terminal) {
  if (report.verdict == Verdict::kPassed) return {};
  std::string out;
  if (!report.detail.empty()) out += Wrap(report.detail, terminal.width - 4) + "\n";
  out += report.verdict == Verdict::kDoesNotCompile ? CompileText(project, report, terminal)
                                                    : RunText(project, report, terminal);
  return Indented(out, 2);
}

std::string PlainFailureText(const Project& project, const ExerciseReport& report) {
  return FailureText(project, report, Terminal{});
}

std::string NextSteps(const Catalog& catalog, const ExerciseReport& report,
                      const Terminal& terminal) {
  const Exercise& exercise = *catalog.Find(report.id);
  const Chapter& chapter = catalog.ChapterOf(exercise);
  std::string out = FileRows(report, terminal);
  out += Row("read", fmt::format("chapters/{}/README.md, \"{}\"", chapter.name, exercise.section),
             terminal);
  if (!exercise.is_milestone) {
    out += Row("stuck?", fmt::format("./workbook hint {}", report.id), terminal);
  }
  return out;
}

}  // namespace workbook::tool
