// trace replay: what the command makes of the words of --with and of a program's result.
#include "trace_replay.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

#include "files.h"
#include "temporary_folder.h"
#include "trace_verbs.h"
#include "verdict.h"

namespace workbook::tool {
namespace {

using nlohmann::json;

constexpr const char* kSound =
    R"({"status":"sound","operations":10,"threads":2,"utilisation":0.5,"peak_live_bytes":100,
        "peak_reserved_bytes":200,"own_share":0.25,"operations_per_second":2e7,"default_operations_per_second":1e7,
        "speedup":2.0,"speedup_low":1.9,"speedup_high":2.1})";
constexpr const char* kUnsound =
    R"({"status":"unsound","line":812,"wrong":"block 17 overlaps block 12\n    0x10: | block 12 |\n"})";
constexpr const char* kNotStarted = R"({"status":"not_started","wrong":"exercise 3.8 is not"})";

ReplayReport ReportOf(std::initializer_list<const char*> results) {
  ReplayReport report;
  report.file = "some/where/t.trace";
  int number = 0;
  for (const char* result : results) {
    ReplayedStage stage = ParseReplay(result, report);
    stage.name = std::to_string(++number);
    stage.title = stage.name + ", yours";
    report.stages.push_back(stage);
  }
  return report;
}

TEST(TraceReplay, ShowsALineForEachStage) {
  const std::string text = ReplayText(ReportOf({kSound, kUnsound, kNotStarted}), Terminal{});
  EXPECT_NE(text.find("t.trace: 10 calls by 2 threads, peak 100 B"), std::string::npos) << text;
  EXPECT_NE(text.find("50.0 %     25.0 %      20,000,000    2.00x (1.90 … 2.10)"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("2, yours       wrong, first in line 812 of the trace"), std::string::npos)
      << text;
  EXPECT_NE(text.find("block 17 overlaps block 12\n        0x10: | block 12 |"), std::string::npos)
      << text;
  EXPECT_NE(text.find("3, yours       not started"), std::string::npos) << text;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) EXPECT_LE(Columns(line), 80u) << line;
}

TEST(TraceReplay, HasTheDocumentedJson) {
  const json whole = json::parse(ReplayJson(ReportOf({kSound, kUnsound})));
  EXPECT_EQ(whole["stages"][0]["name"], "1");
  EXPECT_EQ(whole["stages"][0]["utilisation"], 0.5);
  EXPECT_EQ(whole["stages"][0]["own_share"], 0.25);
  EXPECT_EQ(whole["stages"][0]["operations_per_second"], 2e7);
  EXPECT_EQ(whole["stages"][0]["verdict"], "passed");
  EXPECT_EQ(whole["stages"][1]["line"], 812);
  EXPECT_EQ(whole["stages"][1]["verdict"], "wrong");
  EXPECT_FALSE(whole["stages"][1].contains("utilisation")) << "a broken stage has no score";
}

TEST(TraceReplay, HasNoShareForAStageThatCannotTell) {
  const ReplayReport report =
      ReportOf({R"({"status":"sound","own_share":null,"utilisation":1.0})"});
  EXPECT_NE(ReplayText(report, Terminal{}).find("100.0 %          - "), std::string::npos)
      << ReplayText(report, Terminal{});
  EXPECT_TRUE(json::parse(ReplayJson(report))["stages"][0]["own_share"].is_null());
}

TEST(TraceReplay, EndsWithTheWorstVerdict) {
  EXPECT_EQ(ReplayExitCode(ReportOf({kSound})), kExitPassed);
  EXPECT_EQ(ReplayExitCode(ReportOf({kSound, kNotStarted})), kExitNotStarted);
  EXPECT_EQ(ReplayExitCode(ReportOf({kUnsound, kNotStarted, kSound})), kExitWrong);
}

TEST(TraceReplay, RefusesAResultThatIsNone) {
  ReplayReport report;
  EXPECT_THROW(ParseReplay("", report), UserError);
  EXPECT_THROW(ParseReplay("[1]", report), UserError);
}

// The real checkout, whose chapters 1 to 3 have stages; nothing is built for these.
class Words : public testing::Test {
 protected:
  static std::string Complaint(std::vector<std::string> with, const std::string& file) {
    const Project project{WORKBOOK_SOURCE_FOLDER};
    try {
      RunTraceReplay(project, {.file = file, .with = std::move(with)});
    } catch (const UserError& error) {
      return std::to_string(error.code()) + " " + error.what();
    }
    return "no complaint";
  }
};

TEST_F(Words, NamesWhatThereIsForAWordThatItDoesNotKnow) {
  for (const char* word :
       {"9", "x", "referenc", "reference:", "reference:9", "reference3", "3x", ""}) {
    const std::string complaint = Complaint({"default", word}, "t.trace");
    EXPECT_NE(complaint.find("2 --with \"" + std::string(word) + "\": there is no such stage"),
              std::string::npos)
        << complaint;
    EXPECT_NE(complaint.find("default, 1, reference:1, 2, reference:2, 3"), std::string::npos)
        << complaint;
  }
}

TEST_F(Words, LooksAtTheTraceBeforeItBuildsAnything) {
  const TemporaryFolder folder;
  const std::string bad = (folder.path() / "bad.trace").string();
  EXPECT_NE(Complaint({"default"}, bad).find("2 there is no file"), std::string::npos);
  WriteFileAtomically(bad, "workbook-trace 1\nf 1 0 6\n");
  EXPECT_NE(
      Complaint({"reference:3", "2"}, bad).find("bad.trace:2: block 1 is freed but was never"),
      std::string::npos);
  WriteFileAtomically(bad, "workbook-trace 1\nend 0\n");
  EXPECT_NE(Complaint({"reference"}, bad).find("has no event"), std::string::npos);
}

}  // namespace
}  // namespace workbook::tool
