#include "report_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <csignal>
#include <cstddef>
#include <filesystem>
#include <map>
#include <optional>
#include <string_view>
#include <vector>

#include "files.h"

namespace workbook::tool {
namespace {

constexpr std::size_t kTitleColumns = 34;
constexpr std::size_t kTailLines = 12;  // of a program's own output, beside a crash

std::string_view Mark(const ExerciseReport& report, const Terminal& terminal) {
  if (report.IsBegun()) return terminal.Glyph("▸", ">");
  switch (report.verdict) {
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

std::string PlaceCount(const ExerciseReport& report) {
  return fmt::format("{} of {} places", report.PlacesWritten(), report.places.size());
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

// Where a test stands in its source, and its lines.
struct TestPlace {
  std::string file;
  int line = 0;
  std::string text;
};

// From "TEST(Suite, Name)" to the brace that ends it at the beginning of a line, or on its own
// line.
std::string TestLines(std::string_view text) {
  std::size_t end = text.find("\n}\n");
  const std::size_t line_end = text.find('\n');
  if (line_end != std::string_view::npos && line_end > 0 && text[line_end - 1] == '}') {
    end = line_end - 1;
  } else if (end != std::string_view::npos) {
    ++end;
  }
  return std::string(text.substr(0, end == std::string_view::npos ? line_end : end + 1)) + "\n";
}

std::optional<TestPlace> FindTest(const Exercise& exercise, const std::string& full_name) {
  // "Prefix/Ex3_2.Name/0" -> "Name"
  std::string name = full_name.substr(full_name.find('.') + 1);
  name = name.substr(0, name.find('/'));
  for (const std::filesystem::path& source : exercise.test_sources) {
    const std::string text = ReadFile(source);
    const std::size_t at = text.find(", " + name + ")");
    if (at == std::string::npos) continue;
    const std::size_t begin = text.rfind('\n', at) + 1;
    const auto line = 1 + std::count(text.begin(), text.begin() + static_cast<long>(begin), '\n');
    return TestPlace{source.string(), static_cast<int>(line),
                     TestLines(std::string_view(text).substr(begin))};
  }
  return std::nullopt;
}

std::string FirstLines(const std::string& text, std::size_t count) {
  std::size_t end = 0;
  for (std::size_t n = 0; n < count && end < text.size(); ++n) {
    end = std::min(text.find('\n', end), text.size() - 1) + 1;
  }
  return text.substr(0, end) + (end < text.size() ? "  ...\n" : "");
}

// PyTorch's list of frames, and what a death test puts before each line, hide the one line that
// tells the cause.
std::string WithoutFrames(std::string_view text) {
  static constexpr std::string_view kDeath = "[  DEATH   ]";
  std::string out;
  while (!text.empty()) {
    std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    const bool of_death_test = line.starts_with(kDeath);
    if (of_death_test) {
      line.remove_prefix(kDeath.size());
      line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
    }
    if (of_death_test && line.empty()) continue;
    if (line.starts_with("frame #") || line.ends_with("(most recent call first):")) continue;
    out.append(line).append("\n");
  }
  return out;
}

// The same test may fail in the same place for each of many values: alike are those.
std::string Shape(const TestFailure& failure) {
  if (failure.line > 0) return fmt::format("{}:{}", failure.file, failure.line);
  std::string shape;
  for (const char c : failure.message) {
    if (std::isdigit(static_cast<unsigned char>(c)) == 0) shape += c;
  }
  return shape;
}

std::string FailuresText(const Project& project, const TestResult& test,
                         const std::optional<TestPlace>& place, const Terminal& terminal) {
  static constexpr int kShown = 2;  // of each shape
  std::map<std::string, int> left;  // how often each shape comes in all
  for (const TestFailure& failure : test.failures) ++left[Shape(failure)];
  std::map<std::string, int> seen;
  std::string out;
  for (const TestFailure& failure : test.failures) {
    const std::string shape = Shape(failure);
    if (++seen[shape] > kShown) continue;
    // What an exception ended has no place of its own.
    const bool has_place = failure.line > 0;
    const std::string& file = has_place || !place ? failure.file : place->file;
    const int line = has_place || !place ? failure.line : place->line;
    if (!file.empty()) {
      out += terminal.Paint(Style::kDim, RelativePlace(project, file, line)) + "\n";
    }
    const std::string message = WithoutFrames(WithoutControl(failure.message));
    out += Indented(WrappedSentences(message, terminal.width - 5), 2);
    if (seen[shape] == kShown && left[shape] > kShown) {
      out += terminal.Paint(Style::kDim, fmt::format("and {} more like it", left[shape] - kShown)) +
             "\n";
    }
  }
  return out;
}

bool ProgramDied(Verdict verdict) {
  return verdict == Verdict::kCrashed || verdict == Verdict::kTimedOut ||
         verdict == Verdict::kEndedEarly;
}

std::string TestText(const Project& project, const Exercise& exercise, const ExerciseReport& report,
                     const TestResult& test, const Terminal& terminal) {
  static constexpr std::size_t kMostLines = 24;
  std::string out;
  if (report.detail.find(test.name) == std::string::npos) {
    if (ProgramDied(report.verdict)) out += "before that, this one failed:\n";
    out += terminal.Paint(Style::kBold, test.name) + "\n";
  }
  const std::optional<TestPlace> place = FindTest(exercise, test.name);
  if (report.verdict != Verdict::kNotStarted) {
    out += FailuresText(project, test, place, terminal);
  }
  // Where no failure names a line, the test's own lines say what was tried.
  const bool show_source = report.verdict == Verdict::kNotStarted || ProgramDied(report.verdict);
  if (place && (show_source || test.failures.empty())) {
    out += terminal.Paint(Style::kDim, RelativePlace(project, place->file, place->line)) + "\n";
    if (show_source) out += Indented(FirstLines(place->text, kMostLines), 2);
  }
  return out;
}

// One failure in full is enough to read; the names of the others say how far it reaches.
std::string OtherFailures(const RunResult& run, const Terminal& terminal) {
  static constexpr std::size_t kShown = 5;
  std::vector<std::string_view> names;
  for (const TestResult& test : run.tests) {
    if (&test == run.FirstBad() || test.outcome != TestOutcome::kFailed) continue;
    names.push_back(test.name.empty() ? "outside of any test" : std::string_view(test.name));
  }
  if (names.empty()) return {};
  std::string out = terminal.Paint(Style::kDim, "failed too:") + "\n";
  for (std::size_t i = 0; i < std::min(names.size(), kShown); ++i) {
    out += fmt::format("  {}\n", names[i]);
  }
  if (names.size() > kShown) out += fmt::format("  and {} more\n", names.size() - kShown);
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

// What the test framework says about itself is known already.
std::string WithoutFrameworkLines(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    const bool framework = line.size() > 12 && line[0] == '[' && line[11] == ']';
    if (line.ends_with(": Failure")) continue;
    if (!framework && !line.empty()) out.append(line).append("\n");
  }
  return out;
}

// The failures stand above already; gtest prints them too.
std::string WithoutFailures(std::string text, const RunResult& run) {
  for (const TestResult& test : run.tests) {
    for (const TestFailure& failure : test.failures) {
      const std::size_t at =
          failure.message.empty() ? std::string::npos : text.find(failure.message);
      if (at != std::string::npos) text.erase(at, failure.message.size());
    }
  }
  return text;
}

// What the C++ runtime and the C library say in their own words, in plain ones.
std::string PlainCause(std::string_view output) {
  struct Cause {
    std::string_view sign;
    std::string_view words;
  };
  static constexpr std::string_view kForeign =
      "free() was given an address that malloc() did not return.";
  static constexpr std::string_view kTwice = "A block was given to free() a second time.";
  static constexpr std::string_view kOverwritten =
      "Somebody wrote outside of a block: malloc's own records beside it are spoiled.";
  static constexpr std::string_view kEither =
      "free() was given an address that malloc() did not return, or somebody wrote outside of a "
      "block.";
  static constexpr std::array<Cause, 12> kCauses{{
      {"free(): invalid pointer", kForeign},
      {"munmap_chunk(): invalid pointer", kForeign},
      {"realloc(): invalid pointer", kForeign},
      {"double free", kTwice},
      {"free(): invalid next size", kOverwritten},
      {"free(): invalid size", kEither},
      {"malloc(): corrupted", kOverwritten},
      {"malloc(): invalid", kOverwritten},
      {"malloc(): unaligned", kOverwritten},
      {"corrupted size vs. prev_size", kOverwritten},
      {"corrupted double-linked list", kOverwritten},
      {"terminate called",
       "An exception left a function that must not throw, such as a deleter, or it was thrown "
       "where "
       "nobody catches."},
  }};
  for (const Cause& cause : kCauses) {
    if (output.find(cause.sign) != std::string_view::npos) return std::string(cause.words);
  }
  return {};
}

// A sanitizer's report without the frames that are not the learner's, and without its map of
// memory. Empty if there is no report.
std::string SanitizerExcerpt(const Project& project, std::string_view output) {
  static constexpr int kMostLines = 24;
  const std::size_t begin =
      std::min({output.find("ERROR: "), output.find("WARNING: ThreadSanitizer"),
                output.find("runtime error: ")});
  if (begin == std::string_view::npos) return {};
  output.remove_prefix(output.rfind('\n', begin) + 1);  // 0 if it is the first line
  const std::string own = (project.chapters() / "").string();
  std::string out;
  for (int lines = 0; !output.empty() && lines < kMostLines;) {
    const std::string_view line = output.substr(0, output.find('\n'));
    output.remove_prefix(std::min(line.size() + 1, output.size()));
    if (line.starts_with("Shadow bytes") || line.starts_with("SUMMARY:")) break;
    const std::size_t first = std::min(line.find_first_not_of(' '), line.size());
    const bool frame = line.substr(first).starts_with('#');
    const bool empty = first == line.size() || line.starts_with("====");
    const std::size_t place = line.find(own);
    if (empty || (frame && place == std::string_view::npos)) continue;
    if (frame) {
      out += "  at " + project.Shown(std::string(line.substr(place))) + "\n";
    } else {
      out.append(line).append("\n");
    }
    ++lines;
  }
  return out;
}

std::string RunText(const Project& project, const Exercise& exercise, const ExerciseReport& report,
                    const Terminal& terminal) {
  std::string out;
  if (const TestResult* bad = report.run.FirstBad()) {
    out += TestText(project, exercise, report, *bad, terminal);
  }
  if (!ProgramDied(report.verdict)) return out;
  const std::string& output = report.run.process.output;
  const bool aborted = report.run.process.signal == SIGABRT;
  const std::string cause = aborted && report.run.sanitizer.empty() ? PlainCause(output) : "";
  if (!cause.empty()) out = Wrap(cause, terminal.width - 4) + "\n" + out;
  if (!report.run.sanitizer.empty()) {
    const std::string excerpt = SanitizerExcerpt(project, output);
    if (!excerpt.empty()) {
      return out + terminal.Paint(Style::kDim, "from the sanitizer's report:") + "\n" +
             Indented(WithoutControl(excerpt), 2);
    }
  }
  const std::string printed =
      WithoutFrameworkLines(WithoutFrames(WithoutFailures(output, report.run)));
  if (printed.empty()) return out;
  return out + terminal.Paint(Style::kDim, "the program's last lines:") + "\n" +
         Indented(WithoutControl(Tail(printed)), 2);
}

std::string Row(std::string_view name, const std::string& text, const Terminal& terminal) {
  return fmt::format("  {}  {}\n", terminal.Paint(Style::kDim, Fit(name, 9)),
                     Wrap(text, terminal.width, 13));
}

// All places of the exercise: the fault may be in any of them. Where some are written, those that
// are not say so.
std::string FileRows(const ExerciseReport& report, const Terminal& terminal) {
  std::string out;
  for (const RegionLine& place : report.places) {
    const bool still_to_write = !place.written && report.PlacesWritten() > 0;
    out += Row(
        out.empty() ? "your code" : "",
        fmt::format("{}:{}{}", place.file, place.line, still_to_write ? ", still to write" : ""),
        terminal);
  }
  if (!report.places.empty()) return out;
  for (const JudgedFile& file : report.files) {
    out += Row(out.empty() ? "your file" : "", file.path, terminal);
  }
  return out;
}

std::string CheckFirstRow(const ExerciseReport& report, const Terminal& terminal) {
  if (report.check_first_reason.empty()) return {};
  return Row("first",
             fmt::format("{}: check {} first", report.check_first_reason, report.check_first),
             terminal);
}

}  // namespace

std::string VerdictWords(const ExerciseReport& report) {
  if (report.IsBegun()) return "begun, " + PlaceCount(report) + " written";
  return std::string(Words(report.verdict));
}

Style StyleOf(const ExerciseReport& report) {
  if (report.IsBegun()) return Style::kYellow;
  switch (report.verdict) {
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
  const Style style = StyleOf(report);
  const std::string name = fmt::format("{}  {}", exercise.id, exercise.title);
  const std::string_view words = report.IsBegun() ? "begun" : Words(report.verdict);
  std::string facts = report.IsBegun() ? PlaceCount(report) : TestCount(report);
  if (report.seconds >= 0.05) {
    facts += fmt::format("{}{:.1f} s", facts.empty() ? "" : ", ", report.seconds);
  }
  return fmt::format(" {} {} {}  {}\n", terminal.Paint(style, Mark(report, terminal)),
                     Fit(name, kTitleColumns), terminal.Paint(style, Fit(words, 16)),
                     terminal.Paint(Style::kDim, facts));
}

std::string FailureText(const Project& project, const Exercise& exercise,
                        const ExerciseReport& report, const Terminal& terminal) {
  if (report.verdict == Verdict::kPassed) return {};
  std::string out;
  if (!report.detail.empty()) out += Wrap(report.detail, terminal.width - 4) + "\n";
  out += report.verdict == Verdict::kDoesNotCompile ? CompileText(project, report, terminal)
                                                    : RunText(project, exercise, report, terminal);
  if (report.verdict != Verdict::kNotStarted) out += OtherFailures(report.run, terminal);
  return Indented(out, 2);
}

std::string PlainFailureText(const Project& project, const Exercise& exercise,
                             const ExerciseReport& report) {
  return FailureText(project, exercise, report, Terminal{});
}

std::string NextSteps(const Catalog& catalog, const ExerciseReport& report,
                      const Terminal& terminal) {
  const Exercise& exercise = *catalog.Find(report.id);
  const Chapter& chapter = catalog.ChapterOf(exercise);
  std::string out = CheckFirstRow(report, terminal);
  // The message of a damaged file says itself what to do.
  if (report.verdict == Verdict::kDamagedFile) return out;
  out += FileRows(report, terminal);
  out += Row("read", fmt::format("chapters/{}/README.md, \"{}\"", chapter.name, exercise.section),
             terminal);
  if (!exercise.is_milestone) {
    out += Row("stuck?", fmt::format("./workbook hint {}", report.id), terminal);
  }
  return out;
}

}  // namespace workbook::tool
