#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "bench_report.h"
#include "bench_results.h"
#include "bench_statistics.h"
#include "files.h"
#include "temporary_folder.h"
#include "toy_project.h"
#include "verdict.h"

namespace workbook::tool {
namespace {

std::string Entry(const std::string& name, int threads, double cpu, double real) {
  return R"({"name":")" + name + R"(","run_type":"iteration","threads":)" +
         std::to_string(threads) + R"(,"iterations":10,"time_unit":"us","cpu_time":)" +
         std::to_string(cpu) + R"(,"real_time":)" + std::to_string(real) +
         R"(,"resident_bytes":8})";
}

BenchCase Case(const std::string& name, std::vector<double> times, int threads = 1,
               double core_share = 1) {
  BenchCase one;
  one.name = name;
  one.threads = threads;
  one.by_clock = times;
  one.by_processor = std::move(times);
  for (double& ns : one.by_processor) ns *= threads * core_share;
  return one;
}

TEST(BenchStatistics, TakesTheMiddleValueHoweverLargeTheOutlier) {
  EXPECT_EQ(Median({5, 1, 1e9}), 5);
  EXPECT_EQ(Median({4, 1, 2, 1e9}), 3);
  EXPECT_EQ(Median({}), 0);
}

TEST(BenchStatistics, SpreadIsHalfTheQuartilesDistanceOverTheMedian) {
  EXPECT_DOUBLE_EQ(Spread({8, 9, 10, 11, 12}), 0.1);
  EXPECT_EQ(Spread({8}), 0);
}

TEST(BenchStatistics, TheIntervalHoldsTheRatioAndGrowsWithTheNoise) {
  const Estimate quiet = MedianOfRatios({20, 20, 21, 19, 20}, {10, 10, 10, 10, 10});
  EXPECT_DOUBLE_EQ(quiet.value, 2);
  EXPECT_LE(quiet.low, 2);
  EXPECT_GE(quiet.high, 2);
  const Estimate noisy = MedianOfRatios({20, 5, 60, 19, 20}, {10, 10, 2, 30, 10});
  EXPECT_GT(noisy.high - noisy.low, quiet.high - quiet.low);
}

TEST(BenchStatistics, TheIntervalHoldsTheMedianAndMayLieBelowZero) {
  const Estimate extra = EstimateMedian({-2, 1, -1, -1, 0});
  EXPECT_EQ(extra.value, -1);
  EXPECT_LE(extra.low, -1);
  EXPECT_GE(extra.high, -1);
  const Estimate sure = EstimateMedian({3, 3, 3});
  EXPECT_EQ(sure.low, 3);
  EXPECT_EQ(sure.high, 3);
}

TEST(BenchStatistics, AMachineThatIsSlowForAWhileIsSoForBoth) {
  // Half the speed from the third repetition on: medians alone could be 0.1 to 0.4.
  const Estimate ratio = MedianOfRatios({20, 20, 40, 40}, {100, 100, 200, 200});
  EXPECT_DOUBLE_EQ(ratio.value, 0.2);
  EXPECT_DOUBLE_EQ(ratio.low, 0.2);
  EXPECT_DOUBLE_EQ(ratio.high, 0.2);
}

TEST(BenchStatistics, ComparesAsManyRepetitionsAsBothHave) {
  EXPECT_DOUBLE_EQ(MedianOfRatios({20, 30, 1, 1, 1}, {10, 10}).value, 2.5);
  EXPECT_EQ(MedianOfRatios({}, {10}).high, 0);
  EXPECT_EQ(MedianOfRatios({20}, {0}).high, 0) << "nothing can be divided by 0";
}

TEST(BenchStatistics, JudgesByTheWholeInterval) {
  EXPECT_EQ(Judge({1.2, 1.1, 1.3}, 1.3), GateVerdict::kMet);
  EXPECT_EQ(Judge({1.2, 1.1, 1.31}, 1.3), GateVerdict::kInconclusive);
  EXPECT_EQ(Judge({1.4, 1.29, 1.5}, 1.3), GateVerdict::kInconclusive);
  EXPECT_EQ(Judge({1.4, 1.31, 1.5}, 1.3), GateVerdict::kMissed);
}

TEST(BenchResults, CollectsRepetitionsInNanosecondsAndSkipsAverages) {
  const TemporaryFolder folder;
  WriteFileAtomically(
      folder.path() / "r.json",
      R"({"context":{"processor":"P"},"benchmarks":[)" + Entry("a/stage/64", 1, 1, 9) + "," +
          Entry("a/stage/64", 1, 3, 9) +
          R"(,{"name":"a/stage/64_median","run_type":"aggregate","cpu_time": NaN}]})");
  const BenchResults results = ReadBenchResults(folder.path() / "r.json");
  ASSERT_EQ(results.cases.size(), 1u);
  EXPECT_EQ(results.cases[0].Times(), (std::vector<double>{1000, 3000}));
  EXPECT_EQ(results.cases[0].counters.at("resident_bytes"), 8);
  EXPECT_EQ(results.cases[0].samples.at("resident_bytes"), (std::vector<double>{8, 8}));
  EXPECT_EQ(results.machine.at("processor"), "P");
}

TEST(BenchResults, RefusesHalfAReport) {
  const TemporaryFolder folder;
  WriteFileAtomically(folder.path() / "r.json", R"({"context":{},"benchmarks":[)");
  EXPECT_THROW(ReadBenchResults(folder.path() / "r.json"), UserError);
}

TEST(BenchResults, UsesTheClockWhereThreadsWorkTogether) {
  EXPECT_FALSE(Case("a/stage/64", {1}).ByClock());
  EXPECT_TRUE(Case("a/stage/64/threads:2", {1}, 2).ByClock());
  EXPECT_TRUE(Case("churn/stage/iterations:1/manual_time", {1}).ByClock());
}

TEST(JudgeGates, SaysWhatWasNotMeasured) {
  const std::vector<Gate> gates = {{"g", "a/stage/64", "a/default/64", 1.3}};
  BenchResults results;
  results.cases = {Case("a/default/64", {1, 1, 1})};
  EXPECT_EQ(JudgeGates(gates, results)[0].verdict, GateVerdict::kNotMeasured);
  EXPECT_NE(JudgeGates(gates, results)[0].reason.find("a/stage/64"), std::string::npos);
  results.cases.push_back(Case("a/stage/64", {}));
  results.cases.back().error = "exercise 1.2 is not written yet";
  EXPECT_EQ(JudgeGates(gates, results)[0].reason, "exercise 1.2 is not written yet");
}

const Gate kFiveNanoseconds{
    .name = "g", .measure = "by_turns/off/64", .at_most = 5, .counter = "extra_ns"};

BenchResults Counted(const std::vector<double>& extra_ns) {
  BenchResults results;
  results.cases = {Case("by_turns/off/64", std::vector<double>(extra_ns.size(), 100.0))};
  results.cases[0].samples["extra_ns"] = extra_ns;
  return results;
}

TEST(JudgeGates, HoldsACounterToItsLimit) {
  const auto verdict = [](const std::vector<double>& extra_ns) {
    return JudgeGates({kFiveNanoseconds}, Counted(extra_ns))[0].verdict;
  };
  EXPECT_EQ(verdict({1, 2, 5}), GateVerdict::kMet);
  EXPECT_EQ(verdict({-1, 2, 9}), GateVerdict::kInconclusive);
  EXPECT_EQ(verdict({6, 7, 8}), GateVerdict::kMissed);
}

TEST(JudgeGates, AreOfTwoCasesOrOfACounterAndNotOfBoth) {
  const ToyProject toy;
  const std::string chapter = toy.Read("chapters/01_toy/chapter.toml");
  const std::string gate = "[[gate]]\nname = \"g\"\nmeasure = \"a/off\"\nat_most = 5.0\n";
  toy.Write("chapters/01_toy/chapter.toml", chapter + gate + "counter = \"extra_ns\"\n");
  const Gate read = LoadCatalog(toy.project()).chapters.front().gates.front();
  EXPECT_EQ(read.counter, "extra_ns");
  EXPECT_EQ(read.against, "");
  for (const std::string rest : {"", "counter = \"extra_ns\"\nagainst = \"a/default\"\n"}) {
    toy.Write("chapters/01_toy/chapter.toml", chapter + gate + rest);
    EXPECT_THROW(LoadCatalog(toy.project()), UserError) << rest;
  }
}

TEST(JudgeGates, SaysThatACaseHasNoSuchCounter) {
  BenchResults results = Counted({1, 1, 1});
  results.cases[0].samples.clear();
  const JudgedGate judged = JudgeGates({kFiveNanoseconds}, results)[0];
  EXPECT_EQ(judged.verdict, GateVerdict::kNotMeasured);
  EXPECT_NE(judged.reason.find("counts no extra_ns"), std::string::npos) << judged.reason;
}

TEST(BenchText, ACounterIsShownWithTheUnitThatItsNameEndsIn) {
  BenchReport report;
  BenchSide& side = report.sides["reference"];
  side.results = Counted({1.5, 1.5, 1.5});
  side.gates = JudgeGates({kFiveNanoseconds}, side.results);
  const std::string text = BenchText(report, Terminal());
  EXPECT_NE(text.find("g: 1.500 ns (1.500 to 1.500), at most 5 ns: met"), std::string::npos)
      << text;
  EXPECT_NE(
      BenchJson(report).find(R"("counter":"extra_ns","at_most":5,"verdict":"met","value":1.5)"),
      std::string::npos)
      << BenchJson(report);
}

TEST(JudgeGates, MissesOnAQuietMachineAndExcusesABusyOne) {
  const std::vector<Gate> gates = {{"g", "a/stage/64/threads:2", "a/stage/64", 0.625}};
  BenchResults results;
  results.cases = {Case("a/stage/64", {10, 10, 10}),
                   Case("a/stage/64/threads:2", {9, 9, 9}, 2, 0.5),
                   Case("a/default/64/threads:2", {50, 50, 50}, 2, 0.95)};
  EXPECT_EQ(JudgeGates(gates, results)[0].verdict, GateVerdict::kMissed);
  results.cases[2] = Case("a/default/64/threads:2", {50, 50, 50}, 2, 0.5);
  EXPECT_EQ(JudgeGates(gates, results)[0].verdict, GateVerdict::kInconclusive);
  EXPECT_NE(JudgeGates(gates, results)[0].reason.find("50 %"), std::string::npos);
}

TEST(JudgeGates, MeasuresAgainWhatSharesACaseWithAnInconclusiveOne) {
  std::vector<JudgedGate> gates(4);
  gates[0].gate = {"behind the second", "c/stage/64", "b/stage/64", 1};
  gates[1].gate = {"shares", "b/stage/64", "a/stage/64", 1};
  gates[2].gate = {"unclear", "a/stage/64", "a/default/64", 1};
  gates[3].gate = {"apart", "d/stage/64", "d/default/64", 1};
  for (JudgedGate& judged : gates) judged.verdict = GateVerdict::kMet;
  EXPECT_TRUE(CasesToMeasureAgain(gates).empty());
  gates[2].verdict = GateVerdict::kInconclusive;
  EXPECT_EQ(CasesToMeasureAgain(gates),
            (std::set<std::string>{"a/default/64", "a/stage/64", "b/default/64", "b/stage/64",
                                   "c/default/64", "c/stage/64"}));
  gates.resize(1);
  gates[0].gate = kFiveNanoseconds;
  gates[0].verdict = GateVerdict::kInconclusive;
  EXPECT_EQ(CasesToMeasureAgain(gates), std::set<std::string>{kFiveNanoseconds.measure})
      << "a counter stands alone";
}

BenchReport OfTheMachine() {
  BenchReport report;
  report.subject = BenchSubject::kMachine;
  BenchCase reuse = Case("large/reuse/iterations:1/manual_time", {5, 5, 5});
  reuse.counters["page_faults"] = 3;
  BenchCase absent = Case("large/jemalloc/iterations:1/manual_time", {});
  absent.error = "skipped: libjemalloc.so.2 is not installed";
  report.sides["reference"].results.cases = {
      Case("large/default/iterations:1/manual_time", {10, 10, 10}), reuse, absent};
  return report;
}

TEST(BenchText, WhereTheMachineIsMeasuredNothingIsCalledAReference) {
  const std::string text = BenchText(OfTheMachine(), Terminal());
  EXPECT_NE(text.find("changed"), std::string::npos) << text;
  EXPECT_EQ(text.find("reference"), std::string::npos) << text;
  EXPECT_NE(text.find("0.50x"), std::string::npos) << text;
  EXPECT_NE(text.find("large reuse page faults"), std::string::npos) << text;
}

TEST(BenchText, ASkippedCaseSaysWhyAndIsNoFailure) {
  const std::string text = BenchText(OfTheMachine(), Terminal());
  EXPECT_NE(text.find("skipped: libjemalloc.so.2 is not installed"), std::string::npos) << text;
  EXPECT_EQ(text.find("did not run"), std::string::npos) << text;
}

}  // namespace
}  // namespace workbook::tool
