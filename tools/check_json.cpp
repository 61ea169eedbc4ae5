#include "check_json.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <vector>

#include "junit.h"
#include "report_text.h"

namespace workbook::tool {
namespace {

using nlohmann::json;

std::string_view Identifier(TestOutcome outcome) {
  switch (outcome) {
    case TestOutcome::kPassed:
      return "passed";
    case TestOutcome::kFailed:
      return "failed";
    case TestOutcome::kSkipped:
      return "skipped";
    case TestOutcome::kUnfinished:
      return "unfinished";
    case TestOutcome::kNotRun:
      return "not_run";
  }
  return "";
}

json TestsJson(const RunResult& run) {
  json tests = json::array();
  for (const TestResult& test : run.tests) {
    json failures = json::array();
    for (const TestFailure& failure : test.failures) {
      failures.push_back(
          {{"file", failure.file}, {"line", failure.line}, {"message", failure.message}});
    }
    tests.push_back({{"name", test.name},
                     {"outcome", Identifier(test.outcome)},
                     {"reason", test.reason},
                     {"note", test.note},
                     {"failures", failures}});
  }
  return tests;
}

json FilesJson(const std::vector<JudgedFile>& judged) {
  json files = json::array();
  for (const JudgedFile& file : judged) {
    files.push_back({{"path", file.path}, {"sha256", file.hash}});
  }
  return files;
}

json PlacesJson(const std::vector<RegionLine>& places) {
  json out = json::array();
  for (const RegionLine& place : places) {
    out.push_back({{"region", place.id},
                   {"file", place.file},
                   {"line", place.line},
                   {"written", place.written}});
  }
  return out;
}

json ReportJson(const Project& project, const Catalog& catalog, const ExerciseReport& report) {
  json out = {{"id", report.id},
              {"verdict", Identifier(report.verdict)},
              {"exit_code", static_cast<int>(ExitCodeOf(report.verdict))},
              {"detail", report.detail},
              {"files", FilesJson(report.files)},
              {"line", report.line},
              {"places", PlacesJson(report.places)},
              {"begun", report.IsBegun()},
              {"check_first", report.check_first},
              {"region_hash", report.region_hash},
              {"seconds", report.seconds},
              {"tests", TestsJson(report.run)}};
  if (const auto& error = report.compile_error) {
    out["compile_error"] = {{"file", error->file}, {"line", error->line}, {"text", error->text}};
  }
  if (!report.log.empty()) out["log"] = project.Shown(report.log);
  if (report.verdict != Verdict::kPassed)
    out["failure"] = PlainFailureText(project, *catalog.Find(report.id), report);
  return out;
}

json ReportsJson(const Project& project, const Catalog& catalog,
                 const std::vector<ExerciseReport>& reports) {
  json out = json::array();
  for (const ExerciseReport& report : reports) out.push_back(ReportJson(project, catalog, report));
  return out;
}

json StandingsJson(const Standings& standings) {
  json out = json::array();
  for (const ExerciseStanding& each : standings.all()) {
    out.push_back({{"id", each.exercise->id},
                   {"title", each.exercise->title},
                   {"minutes", each.exercise->minutes},
                   {"standing", Identifier(each.standing)}});
  }
  return out;
}

// Wrong answers are failures; what the learner's code never got to answer is an error.
JunitCase::Outcome OutcomeOf(Verdict verdict) {
  switch (verdict) {
    case Verdict::kPassed:
      return JunitCase::Outcome::kPassed;
    case Verdict::kWrong:
      return JunitCase::Outcome::kFailed;
    case Verdict::kNotStarted:
    case Verdict::kSkipped:
      return JunitCase::Outcome::kSkipped;
    default:
      return JunitCase::Outcome::kError;
  }
}

}  // namespace

std::string CheckJson(const Project& project, const Catalog& catalog, const Standings& standings,
                      const SessionResult& session, const std::string& note) {
  json out = {{"exit_code", static_cast<int>(session.Code())},
              {"starting_state", standings.IsStartingState()},
              {"passed", standings.CountPassed()},
              {"exercises", standings.all().size()},
              {"note", note},
              {"standings", StandingsJson(standings)},
              {"checked", ReportsJson(project, catalog, session.reports)},
              {"broken", ReportsJson(project, catalog, session.broken)},
              {"next", nullptr}};
  if (const ExerciseStanding* next = standings.FirstUnfinished()) {
    out["next"] = {{"id", next->exercise->id},
                   {"file", next->file},
                   {"line", next->line},
                   {"section", next->exercise->section},
                   {"chapter", catalog.ChapterOf(*next->exercise).name},
                   {"command", "./workbook check " + next->exercise->id}};
  }
  // Programs print any bytes; what is not UTF-8 is replaced.
  return out.dump(-1, ' ', false, json::error_handler_t::replace) + "\n";
}

std::string CheckJunit(const Project& project, const Catalog& catalog,
                       const SessionResult& session) {
  std::vector<JunitCase> cases;
  for (const auto* list : {&session.reports, &session.broken}) {
    for (const ExerciseReport& report : *list) {
      const Exercise& exercise = *catalog.Find(report.id);
      cases.push_back({catalog.ChapterOf(exercise).name,
                       fmt::format("{} {}", exercise.id, exercise.title), report.seconds,
                       OutcomeOf(report.verdict), VerdictWords(report),
                       PlainFailureText(project, exercise, report)});
    }
  }
  return JunitXml(cases);
}

}  // namespace workbook::tool
