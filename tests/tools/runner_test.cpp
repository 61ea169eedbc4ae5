#include "runner.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>

#include "files.h"
#include "temporary_folder.h"

namespace workbook::tool {
namespace {

namespace fs = std::filesystem;

constexpr const char* kPlan = R"(e '{"event":"plan","tests":["Ex1_1.A","Ex1_1.B"]}')"
                              "\n";
constexpr const char* kDone = R"(e '{"event":"done"}')"
                              "\n";

std::string Start(const std::string& test) {
  return R"(e '{"event":"start","test":")" + test + "\"}'\n";
}
std::string Finish(const std::string& test, const std::string& result) {
  return Start(test) + R"(e '{"event":"finish","test":")" + test + R"(","result":")" + result +
         "\",\"reason\":\"no device\"}'\n";
}

// A script stands for a test program: it writes the events that the test is about.
class Runner : public testing::Test {
 protected:
  RunResult Run(const std::string& script, std::vector<std::string> expected = {},
                std::chrono::milliseconds limit = std::chrono::minutes{1}) {
    const fs::path program = folder_.path() / "program";
    WriteFileAtomically(program,
                        "#!/bin/sh\ne() { echo \"$1\" >>\"$WORKBOOK_EVENTS\"; }\n" + script);
    chmod(program.c_str(), 0755);
    RunRequest request;
    request.program = program;
    request.expected_tests = std::move(expected);
    request.time_limit = limit;
    return RunTests(request);
  }

  const std::string both_pass_ = Finish("Ex1_1.A", "passed") + Finish("Ex1_1.B", "passed");
  TemporaryFolder folder_;
};

TEST_F(Runner, PassesWhenEveryPlannedTestPassed) {
  const RunResult run = Run(kPlan + both_pass_ + kDone, {"Ex1_1.A", "Ex1_1.B"});
  EXPECT_EQ(run.verdict, Verdict::kPassed) << run.detail;
  EXPECT_EQ(run.Count(TestOutcome::kPassed), 2);
}

TEST_F(Runner, ExitZeroWithoutAReportIsNoPass) {
  const RunResult run = Run("exit 0");
  EXPECT_EQ(run.verdict, Verdict::kEndedEarly);
  EXPECT_NE(run.detail.find("before its first test"), std::string::npos) << run.detail;
}

TEST_F(Runner, ExitZeroInTheMiddleIsNoPass) {
  const RunResult run = Run(kPlan + Finish("Ex1_1.A", "passed") + Start("Ex1_1.B") + "exit 0");
  EXPECT_EQ(run.verdict, Verdict::kEndedEarly);
  EXPECT_NE(run.detail.find("in Ex1_1.B"), std::string::npos) << run.detail;
}

TEST_F(Runner, AMissingEndIsNoPass) {
  EXPECT_EQ(Run(kPlan + both_pass_).verdict, Verdict::kEndedEarly);
}

TEST_F(Runner, AnEmptyPlanIsNoPass) {
  EXPECT_EQ(Run(std::string(R"(e '{"event":"plan","tests":[]}')") + "\n" + kDone).verdict,
            Verdict::kEndedEarly);
}

TEST_F(Runner, ATestOfTheSourceThatWasNotPlannedIsNoPass) {
  const RunResult run = Run(kPlan + both_pass_ + kDone, {"Ex1_1.A", "Ex1_1.C"});
  EXPECT_EQ(run.verdict, Verdict::kEndedEarly);
  EXPECT_NE(run.detail.find("Ex1_1.C"), std::string::npos) << run.detail;
}

TEST_F(Runner, APlannedTestThatNeverRanIsNoPass) {
  EXPECT_EQ(Run(kPlan + Finish("Ex1_1.A", "passed") + kDone).verdict, Verdict::kEndedEarly);
}

TEST_F(Runner, ABadExitCodeAfterGoodTestsIsNoPass) {
  EXPECT_EQ(Run(kPlan + both_pass_ + kDone + "exit 3").verdict, Verdict::kEndedEarly);
}

TEST_F(Runner, ASkipIsNeitherPassedNorFailed) {
  const RunResult run =
      Run(kPlan + Finish("Ex1_1.A", "passed") + Finish("Ex1_1.B", "skipped") + kDone);
  EXPECT_EQ(run.verdict, Verdict::kSkipped);
  EXPECT_NE(run.detail.find("no device"), std::string::npos) << run.detail;
}

TEST_F(Runner, AFailureComesWithItsMessage) {
  const RunResult run =
      Run(kPlan + Start("Ex1_1.A") +
          R"(e '{"event":"failure","test":"Ex1_1.A","file":"t.cpp","line":5,"message":"twice"}')"
          "\n" +
          Finish("Ex1_1.A", "failed") + Finish("Ex1_1.B", "passed") + kDone + "exit 1");
  EXPECT_EQ(run.verdict, Verdict::kWrong) << run.detail;
  EXPECT_NE(run.AllText().find("twice"), std::string::npos);
  ASSERT_NE(run.FirstBad(), nullptr);
  EXPECT_EQ(run.FirstBad()->name, "Ex1_1.A");
}

TEST_F(Runner, ACrashNamesTheTest) {
  const RunResult run = Run(kPlan + Start("Ex1_1.A") + "kill -SEGV $$");
  EXPECT_EQ(run.verdict, Verdict::kCrashed);
  EXPECT_NE(run.detail.find("SIGSEGV"), std::string::npos) << run.detail;
  EXPECT_NE(run.detail.find("in Ex1_1.A"), std::string::npos) << run.detail;
}

TEST_F(Runner, AnEndlessLoopTimesOut) {
  const RunResult run =
      Run(kPlan + Start("Ex1_1.A") + "while :; do :; done", {}, std::chrono::milliseconds{1'000});
  EXPECT_EQ(run.verdict, Verdict::kTimedOut);
  EXPECT_NE(run.detail.find("in Ex1_1.A"), std::string::npos) << run.detail;
}

TEST_F(Runner, ASanitizersReportIsACrashWithItsName) {
  const RunResult run = Run(kPlan + Start("Ex1_1.A") +
                            "echo '==1==ERROR: AddressSanitizer: heap-buffer-overflow'; exit 1");
  EXPECT_EQ(run.verdict, Verdict::kCrashed);
  EXPECT_EQ(run.sanitizer, "address");
  EXPECT_NE(run.detail.find("heap-buffer-overflow"), std::string::npos) << run.detail;
}

TEST_F(Runner, AHalfWrittenLastLineIsNotBelieved) {
  EXPECT_EQ(Run(kPlan + both_pass_ + R"(printf '{"event":"do' >>"$WORKBOOK_EVENTS")").verdict,
            Verdict::kEndedEarly);
}

TEST_F(Runner, FindsTheTestsOfASource) {
  const fs::path source = folder_.path() / "ex_1_1_x_test.cpp";
  WriteFileAtomically(source,
                      "TEST(Ex1_1, Plain) {}\n"
                      "TEST_F(Ex1_1_Pool,\n       OverTwoLines) {}\n"
                      "// TEST(Ex1_1, InAComment) {}\n"
                      "TEST(Ex1_10, OfAnother) {}\n"
                      "TYPED_TEST(Ex1_1, Typed) {}\n"
                      "INSTANTIATE_TYPED_TEST_SUITE_P(Ex1_1, Conformance, Types);\n");
  const std::vector<std::string> wanted{"Ex1_1.Plain", "Ex1_1_Pool.OverTwoLines", "Ex1_1.Typed",
                                        "Ex1_1/"};
  EXPECT_EQ(ExpectedTests({source}, "Ex1_1"), wanted);
}

TEST_F(Runner, KnowsATestByItsNameInTheSource) {
  EXPECT_TRUE(NamesTest("Ex1_1.A", "Ex1_1.A"));
  EXPECT_TRUE(NamesTest("Ex1_1/0.A", "Ex1_1.A"));
  EXPECT_TRUE(NamesTest("Sizes/Ex1_1.A/7", "Ex1_1.A"));
  EXPECT_TRUE(NamesTest("Ex1_1/Conformance/0.A", "Ex1_1/"));
  EXPECT_FALSE(NamesTest("Ex1_1.AB", "Ex1_1.A"));
  EXPECT_FALSE(NamesTest("Ex1_10.A", "Ex1_1.A"));
}

}  // namespace
}  // namespace workbook::tool
