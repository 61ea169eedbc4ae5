#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <set>

#include "check_json.h"
#include "check_session.h"
#include "files.h"
#include "learner_verbs.h"
#include "report_text.h"
#include "standing.h"
#include "terminal.h"

namespace workbook::tool {
namespace {

namespace fs = std::filesystem;

class CheckVerb {
 public:
  CheckVerb(const Project& project, const CheckArguments& arguments)
      : project_(project),
        arguments_(arguments),
        terminal_(Terminal::Out()),
        catalog_(LoadCatalog(project)),
        progress_(project.state()) {}

  int Run() {
    // One check at a time: what one judges must not be rebuilt by another meanwhile.
    const FileLock lock(project_.state() / "check.lock");
    const Standings before(project_, catalog_, progress_.Load());
    starting_state_ = before.IsStartingState();
    const SessionRequest request = Request(before);
    result_ = RunSession(project_, catalog_, progress_, request, [&](const ExerciseReport& report) {
      if (!arguments_.json) Print(ResultLine(*catalog_.Find(report.id), report, terminal_));
    });
    WriteJunit();
    const Standings after(project_, catalog_, progress_.Load());
    if (arguments_.json) {
      Print(CheckJson(project_, catalog_, after, result_, progress_.note()));
    } else {
      Print(Summary(after));
    }
    return result_.Code();
  }

 private:
  SessionRequest Request(const Standings& standings) const {
    SessionRequest request;
    request.options.sanitizer = arguments_.sanitizer;
    request.options.time_limit = std::chrono::seconds(arguments_.seconds);
    if (!arguments_.json) {
      request.on_recheck = [this](const std::vector<const Exercise*>& earlier) {
        Print(terminal_.Paint(Style::kDim, RecheckWords(earlier)) + "\n");
      };
    }
    if (!arguments_.names.empty()) {
      request.exercises = Named();
    } else if (arguments_.all) {
      request.exercises = catalog_.Select("");
      request.remember_chapter = false;
    } else {
      request.exercises = FromFirstUnfinished(standings);
      request.stop_at_first_failure = true;
    }
    return request;
  }

  // In the order of the book, each once, however they were named.
  [[nodiscard]] std::vector<const Exercise*> Named() const {
    std::set<const Exercise*> wanted;
    for (const std::string& name : arguments_.names) {
      for (const Exercise* exercise : catalog_.Select(name)) wanted.insert(exercise);
    }
    std::vector<const Exercise*> ordered;
    for (const Exercise* exercise : catalog_.Select("")) {
      if (wanted.contains(exercise)) ordered.push_back(exercise);
    }
    return ordered;
  }

  [[nodiscard]] std::vector<const Exercise*> FromFirstUnfinished(const Standings& standings) const {
    std::vector<const Exercise*> rest;
    for (const ExerciseStanding* each : standings.Unfinished()) rest.push_back(each->exercise);
    return rest;
  }

  void WriteJunit() const {
    const fs::path file =
        arguments_.junit.empty() ? project_.state() / "junit.xml" : fs::path(arguments_.junit);
    WriteFileAtomically(fs::absolute(file), CheckJunit(project_, catalog_, result_));
  }

  std::string Summary(const Standings& standings) const {
    std::string out = Broken();
    if (!out.empty() || !result_.reports.empty()) out += "\n";
    out += DrawBoard(Board(standings), terminal_) + SanitizerLine() + "\n";
    const ExerciseReport* failure = result_.FirstFailure();
    if (starting_state_ && failure != nullptr && failure->verdict == Verdict::kNotStarted) {
      out += StartingState();
    }
    if (!progress_.note().empty()) {
      out += terminal_.Paint(Style::kYellow, Wrap(progress_.note(), terminal_.width - 2)) + "\n\n";
    }
    return out + (failure == nullptr ? AllPassed(standings) : Failed(*failure));
  }

  std::string Broken() const {
    std::string out;
    for (const ExerciseReport& report : result_.broken) {
      out += ResultLine(*catalog_.Find(report.id), report, terminal_);
    }
    if (out.empty()) return out;
    const std::string what = arguments_.sanitizer.empty()
                                 ? "It passed before, and your last change broke it:"
                                 : fmt::format(
                                       "It passed without a sanitizer, and fails under the "
                                       "{} sanitizer:",
                                       arguments_.sanitizer);
    return fmt::format("\n {}\n{}", terminal_.Paint(Style::kRed, what), out);
  }

  [[nodiscard]] std::vector<BoardChapter> Board(const Standings& standings) const {
    std::vector<BoardChapter> board = BoardOf(catalog_, standings);
    for (std::size_t c = 0; c < board.size(); ++c) {
      const auto exercises = catalog_.chapters[c].InOrder();
      for (std::size_t e = 0; e < exercises.size(); ++e) {
        if (HasFailed(exercises[e]->id)) board[c].cells[e].state = CellState::kFailed;
      }
    }
    return board;
  }

  [[nodiscard]] bool HasFailed(const std::string& id) const {
    for (const auto* list : {&result_.reports, &result_.broken}) {
      for (const ExerciseReport& report : *list) {
        const bool failed = report.verdict != Verdict::kPassed &&
                            report.verdict != Verdict::kNotStarted &&
                            report.verdict != Verdict::kSkipped && !report.IsBegun();
        if (report.id == id && failed) return true;
      }
    }
    return false;
  }

  [[nodiscard]] std::string SanitizerLine() const {
    if (arguments_.sanitizer.empty()) return {};
    return terminal_.Paint(Style::kDim, " The board counts passes without a sanitizer only.") +
           "\n";
  }

  std::string StartingState() const {
    return " " + terminal_.Paint(Style::kYellow, "This is the starting state.") +
           " Nothing is written yet: exit code 3.\n"
           " Below is what the first test wants. Write it, save, and check again.\n\n";
  }

  std::string Failed(const ExerciseReport& failure) const {
    const Exercise& exercise = *catalog_.Find(failure.id);
    std::string out = fmt::format(
        " {}\n",
        terminal_.Paint(StyleOf(failure), fmt::format("{}  {}: {}", exercise.id, exercise.title,
                                                      VerdictWords(failure))));
    out += FailureText(project_, exercise, failure, terminal_) + "\n";
    out += NextSteps(catalog_, failure, terminal_);
    return out + NextCommand(CheckCommand(failure));
  }

  [[nodiscard]] std::string CheckCommand(const ExerciseReport& failure) const {
    if (!failure.check_first.empty()) return "./workbook check " + failure.check_first;
    std::string command = "./workbook check " + failure.id;
    if (!arguments_.sanitizer.empty() && failure.verdict != Verdict::kSkipped) {
      command += " --sanitize " + arguments_.sanitizer;
    }
    return command;
  }

  static std::string RecheckWords(const std::vector<const Exercise*>& earlier) {
    if (earlier.size() == 1)
      return "   checking again that " + earlier.front()->id + " still passes";
    return fmt::format("   checking again that {} to {} still pass", earlier.front()->id,
                       earlier.back()->id);
  }

  // What the tests of a pass want told: numbers that a pass alone does not show.
  [[nodiscard]] std::string Notes() const {
    std::string out;
    for (const ExerciseReport& report : result_.reports) {
      for (const TestResult& test : report.run.tests) {
        if (test.note.empty()) continue;
        out += fmt::format("  {}  {}\n", terminal_.Paint(Style::kDim, Fit("note", 9)),
                           Wrap(test.note, terminal_.width, 13));
      }
    }
    return out;
  }

  std::string AllPassed(const Standings& standings) const {
    std::string out = Notes();
    if (!result_.reports.empty()) {
      std::string name = "judged";
      for (const JudgedFile& file : result_.reports.back().files) {
        out += fmt::format("  {}  {}\n", terminal_.Paint(Style::kDim, Fit(name, 9)), file.path);
        name.clear();
      }
    }
    const ExerciseStanding* next = standings.FirstUnfinished();
    if (next == nullptr) {
      return out + terminal_.Paint(Style::kGreen, "  Everything in this workbook has passed.") +
             "\n";
    }
    return out + NextCommand("./workbook next") +
           fmt::format(
               "             {}\n",
               terminal_.Paint(Style::kDim,
                               fmt::format("{} {}, {}", next->exercise->id, next->exercise->title,
                                           Duration(next->exercise->minutes))));
  }

  std::string NextCommand(const std::string& command) const {
    return fmt::format("  {}  {}\n", terminal_.Paint(Style::kDim, "next     "),
                       terminal_.Paint(Style::kBold, command));
  }

  const Project& project_;
  const CheckArguments& arguments_;
  const Terminal& terminal_;
  Catalog catalog_;
  ProgressFile progress_;
  SessionResult result_;
  bool starting_state_ = false;
};

}  // namespace

int RunCheck(const Project& project, const CheckArguments& arguments) {
  return CheckVerb(project, arguments).Run();
}

}  // namespace workbook::tool
