// demo: a wrong answer and a right one, judged in a scratch folder. Nothing of the learner's is
// read or written.
#include <fmt/format.h>

#include <chrono>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "desk.h"
#include "faults.h"
#include "learner_verbs.h"
#include "report_text.h"
#include "states.h"

namespace workbook::tool {
namespace {

constexpr std::chrono::seconds kTimeLimit(60);

struct Show {
  const Chapter* chapter = nullptr;
  const Exercise* exercise = nullptr;
  Fault fault;
};

// The first mistake that a test answers with a message: it needs no sanitizer and ends by itself.
std::optional<Show> ChooseShow(const Project& project, const Catalog& catalog) {
  for (const Chapter& chapter : catalog.chapters) {
    for (const Exercise& exercise : chapter.exercises) {
      for (Fault& fault : FaultsOf(project, chapter, exercise)) {
        if (fault.verdict == "failed") return Show{&chapter, &exercise, std::move(fault)};
      }
    }
  }
  return std::nullopt;
}

class DemoVerb {
 public:
  DemoVerb(const Project& project, bool json)
      : project_(project), json_(json), catalog_(LoadCatalog(project)) {}

  int Run() {
    std::optional<Show> show = ChooseShow(project_, catalog_);
    if (!show) throw UserError(kExitUsage, "There is no chapter to show yet.");
    show_ = *std::move(show);
    Say(Introduction());
    const ExerciseReport wrong = Judge(show_.fault.bodies);
    Say(Act(wrong) + FailureText(project_, *show_.exercise, wrong, terminal_));
    Say("\n" + Title("And the right answer:"));
    const ExerciseReport right = Judge({});
    Say(Act(right) + Ending());
    if (json_) SayJson(wrong, right);
    const bool as_announced = wrong.verdict == Verdict::kWrong && right.verdict == Verdict::kPassed;
    return as_announced ? kExitPassed : kExitMachineLacks;
  }

 private:
  void Say(const std::string& text) const {
    if (!json_) Print(text);
  }

  [[nodiscard]] std::string Title(const std::string& text) const {
    return " " + terminal_.Paint(Style::kBold, text) + "\n\n";
  }

  [[nodiscard]] std::string Introduction() const {
    std::string out = " This is a show: none of your files is touched.\n\n";
    out += Title(fmt::format("Somebody solves exercise {}, \"{}\", with a mistake:",
                             show_.exercise->id, show_.exercise->title));
    for (const auto& [id, body] : show_.fault.bodies) {
      out += terminal_.Paint(Style::kDim, body) + "\n";
    }
    return out + Wrap(" The mistake: " + show_.fault.mistake, terminal_.width) +
           "\n What ./workbook check says:\n\n";
  }

  [[nodiscard]] std::string Act(const ExerciseReport& report) const {
    return ResultLine(*show_.exercise, report, terminal_);
  }

  [[nodiscard]] std::string Ending() const {
    return "\n Now you. Every exercise goes like this: read, write, check.\n\n" +
           NamedRow("next", terminal_.Paint(Style::kBold, "./workbook check"), terminal_);
  }

  // Exercises before this one are the solution's, later ones stubs, as it would be for a learner.
  ExerciseReport Judge(const std::map<std::string, std::string>& wrong_bodies) {
    const ProgressLine line(fmt::format("building and judging {}", show_.exercise->id));
    if (!runner_) {
      runner_.emplace(project_, "", std::vector<const Exercise*>{show_.exercise});
    }
    auto bodies = StubsAfter(*show_.chapter, show_.exercise->number);
    for (const auto& [id, body] : wrong_bodies) bodies[id] = body;
    const auto begin = std::chrono::steady_clock::now();
    StateRunner::Outcome outcome =
        runner_->Run(MakeState(project_, *show_.chapter, bodies), {show_.exercise}, kTimeLimit);
    ExerciseReport report;
    report.id = show_.exercise->id;
    if (!outcome.compiled) {
      throw UserError(kExitMachineLacks, "The demo does not build here. The compiler says:\n" +
                                             Indented(outcome.compiler_output, 2));
    }
    report.run = std::move(outcome.by_exercise.at(report.id));
    report.verdict = report.run.verdict;
    report.seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    return report;
  }

  void SayJson(const ExerciseReport& wrong, const ExerciseReport& right) const {
    const nlohmann::json out{{"exercise", show_.exercise->id},
                             {"fault", show_.fault.name},
                             {"mistake", show_.fault.mistake},
                             {"wrong", Identifier(wrong.verdict)},
                             {"failure", PlainFailureText(project_, *show_.exercise, wrong)},
                             {"right", Identifier(right.verdict)}};
    Print(out.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n");
  }

  const Project& project_;
  bool json_;
  const Terminal& terminal_ = Terminal::Out();
  Catalog catalog_;
  Show show_;
  std::optional<StateRunner> runner_;
};

}  // namespace

int RunDemo(const Project& project, const DemoArguments& arguments) {
  return DemoVerb(project, arguments.json).Run();
}

}  // namespace workbook::tool
