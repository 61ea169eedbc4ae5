// The proof, on a small real project: it holds when the project is whole, and each kind of hole is
// seen.
#include <gtest/gtest.h>

#include "check.h"
#include "mutants.h"
#include "proof.h"
#include "toy_project.h"
#include "verbs.h"

namespace workbook::tool {
namespace {

class DevCheck : public testing::Test {
 protected:
  // One project for all: it is configured and its test programs are linked once.
  static void SetUpTestSuite() {
    toy_ = new ToyProject;
    RunDevSync(toy_->project(), {});
  }
  static void TearDownTestSuite() { delete toy_; }

  static ExerciseProof ProofOf(const std::string& id) {
    const Project project = toy_->project();
    return Prove(project, LoadCatalog(project), id, 2).front();
  }

  static std::string Holes(const ExerciseProof& proof) {
    std::string all;
    for (const std::string& hole : proof.holes) all += hole + "\n";
    return all;
  }

  // Expects a hole that says `words`.
  static void ExpectHole(const std::string& id, const std::string& words) {
    const std::string holes = Holes(ProofOf(id));
    EXPECT_NE(holes.find(words), std::string::npos)
        << "no hole says \"" << words << "\"; they are:\n"
        << holes;
  }

  static ToyProject* toy_;
};

ToyProject* DevCheck::toy_ = nullptr;

// Changes a file for one test.
class Edited {
 public:
  Edited(const ToyProject& toy, std::string name, const std::string& from, const std::string& to)
      : toy_(toy), name_(std::move(name)), before_(toy.Read(name_)) {
    toy.Edit(name_, from, to);
  }
  ~Edited() { toy_.Write(name_, before_); }
  Edited(const Edited&) = delete;
  Edited& operator=(const Edited&) = delete;

 private:
  const ToyProject& toy_;
  std::string name_;
  std::string before_;
};

TEST_F(DevCheck, AWholeProjectIsProven) {
  const Project project = toy_->project();
  const std::vector<ExerciseProof> proofs = Prove(project, LoadCatalog(project), "", 2);
  ASSERT_EQ(proofs.size(), 2U);
  for (const ExerciseProof& proof : proofs) {
    EXPECT_EQ(Holes(proof), "") << proof.id;
    EXPECT_TRUE(proof.skeleton) << proof.id;
    EXPECT_TRUE(proof.solution) << proof.id;
    ASSERT_EQ(proof.faults.size(), 3U);
    for (const FaultProof& fault : proof.faults) EXPECT_TRUE(fault.caught) << fault.name;
  }
  EXPECT_EQ(proofs[1].faults[0].by, "Ex1_2.HalvesEven");
}

TEST(DevCheckCache, WhatAnEarlierChapterGivesCountsToo) {
  const ToyProject toy;
  toy.Write("solutions/00_before/given.h", "inline constexpr int kGiven = 0;\n");
  toy.Edit("solutions/01_toy/toy.cpp", "#include \"toy.h\"\n",
           "#include \"toy.h\"\n\n#include \"../00_before/given.h\"\n");
  toy.Edit("solutions/01_toy/toy.cpp", "return sum;", "return sum + kGiven;");
  const Project project = toy.project();
  RunDevSync(project, {});
  EXPECT_TRUE(Prove(project, LoadCatalog(project), "1.1", 2).front().solution);
  toy.Write("solutions/00_before/given.h", "inline constexpr int kGiven = 1;\n");
  EXPECT_FALSE(Prove(project, LoadCatalog(project), "1.1", 2).front().solution)
      << "the kept result of before was shown";
}

TEST(DevCheckMilestone, WhatThisMachineCannotTellIsNoHoleAndNoPass) {
  const ToyProject toy;
  toy.Edit("chapters/chapters.cmake", "ex_1_2_halve_test.cpp",
           "ex_1_2_halve_test.cpp ex_1_milestone_toy_test.cpp");
  toy.Write("chapters/01_toy/chapter.toml",
            toy.Read("chapters/01_toy/chapter.toml") +
                "[milestone]\ntitle = \"All\"\nminutes = 1\nsection = \"Halving\"\n");
  toy.Write("tests/01_toy/ex_1_milestone_toy_test.cpp",
            "#include <gtest/gtest.h>\n"
            "TEST(Ex1_milestone, Trains) { GTEST_SKIP() << \"another processor\"; }\n");
  const Project project = toy.project();
  RunDevSync(project, {});
  const std::vector<ExerciseProof> proofs = Prove(project, LoadCatalog(project), "1.milestone", 2);
  ASSERT_EQ(proofs.size(), 1U);
  EXPECT_TRUE(proofs[0].holes.empty());
  EXPECT_FALSE(proofs[0].solution);
  EXPECT_NE(proofs[0].skipped.find("another processor"), std::string::npos) << proofs[0].skipped;
}

TEST_F(DevCheck, AFaultThatNoTestNotices) {
  const Edited edited(*toy_, "tests/faults/01_toy/1.2_doubles.cpp", "2 * n", "n / 2 + 0");
  ExpectHole("1.2", "no test notices it");
}

TEST_F(DevCheck, AFaultThatDoesNotCompileIsNotCaught) {
  const Edited edited(*toy_, "tests/faults/01_toy/1.2_doubles.cpp", "2 * n", "2 * m");
  ExpectHole("1.2", "does not compile");
}

TEST_F(DevCheck, AFaultCaughtByAnotherTestThanItSays) {
  const Edited edited(*toy_, "tests/faults/01_toy/1.2_rounds_up.cpp", "RoundsDown", "HalvesZero");
  ExpectHole("1.2", "announced to be caught by Ex1_2.HalvesZero");
}

TEST_F(DevCheck, AFaultWithAnotherVerdictThanItSays) {
  const Edited edited(*toy_, "tests/faults/01_toy/1.1_crashes_on_zero.cpp", "crashed", "timed out");
  ExpectHole("1.1", "announced \"timed out\" but crashed");
}

TEST_F(DevCheck, AFaultMayStandInAnEarlierExercise) {
  const Edited fault(*toy_, "tests/faults/01_toy/1.2_doubles.cpp", "  return 2 * n;\n",
                     "  // [exercise 1.1]\n  return a == 30 ? 0 : a + b;\n  // [end 1.1]\n");
  const Edited test(*toy_, "tests/01_toy/ex_1_2_halve_test.cpp", "Halve(4), 2)",
                    "Halve(Add(30, -26)), 2)");
  const ExerciseProof proof = ProofOf("1.2");
  EXPECT_EQ(Holes(proof), "");
  EXPECT_EQ(proof.faults[0].by, "Ex1_2.HalvesEven");
}

TEST_F(DevCheck, AFaultInALaterExercise) {
  const Edited fault(*toy_, "tests/faults/01_toy/1.1_subtracts.cpp", "  return a - b;\n",
                     "  // [exercise 1.2]\n  return n;\n  // [end 1.2]\n");
  ExpectHole("1.1", "region 1.2 is not written by the end of exercise 1.1");
}

TEST_F(DevCheck, AFaultWhoseFailureDoesNotSayItsWords) {
  const Edited edited(*toy_, "tests/faults/01_toy/1.2_rounds_up.cpp", "2 was", "12 was");
  ExpectHole("1.2", "the words \"12 was wanted\"");
}

TEST_F(DevCheck, ATestThatNeedsALaterExercise) {
  const Edited edited(*toy_, "tests/01_toy/ex_1_1_add_test.cpp", "Add(4, 0), 4)",
                      "Add(4, 0) + 0 * Halve(2), 4)");
  ExpectHole("1.1", "with exercises up to 1.1 solved, 1.1");
}

TEST_F(DevCheck, TooManyFaultsForTheFirstTest) {
  const Edited test(*toy_, "tests/01_toy/ex_1_2_halve_test.cpp", "Halve(4), 2)",
                    "Halve(4) + Halve(5) - 2, 2)");
  const Edited fault(*toy_, "tests/faults/01_toy/1.2_rounds_up.cpp", "RoundsDown", "HalvesEven");
  ExpectHole("1.2", "at most one may be");
}

TEST_F(DevCheck, FewerThanThreeFaults) {
  const std::string name = "tests/faults/01_toy/1.2_doubles.cpp";
  const std::string text = toy_->Read(name);
  std::filesystem::remove(toy_->root() / name);
  ExpectHole("1.2", "2 planted faults, not 3");
  toy_->Write(name, text);
}

TEST_F(DevCheck, TestsThatPassOnTheSkeleton) {
  const Edited edited(*toy_, "tests/01_toy/ex_1_2_halve_test.cpp",
                      "TEST(Ex1_2, HalvesEven) { EXPECT_EQ(Halve(4), 2) << \"2 was wanted\"; }\n"
                      "TEST(Ex1_2, RoundsDown) { EXPECT_EQ(Halve(5), 2) << \"2 was wanted\"; }\n"
                      "TEST(Ex1_2, HalvesZero) { EXPECT_EQ(Halve(0), 0) << \"0 was wanted\"; }\n",
                      "TEST(Ex1_2, HalvesEven) { SUCCEED(); }\n");
  ExpectHole("1.2", "its tests pass on the skeleton");
}

TEST_F(DevCheck, AStaleSkeleton) {
  const Edited edited(*toy_, "chapters/01_toy/toy.h", "int Add", "long Add");
  ExpectHole("1.1", "chapters/01_toy/toy.h differs");
}

TEST_F(DevCheck, AMissingHeading) {
  const Edited edited(*toy_, "chapters/01_toy/README.md", "## Halving", "## Halves");
  ExpectHole("1.2", "no heading \"Halving\"");
}

TEST_F(DevCheck, TwoHints) {
  const Edited edited(*toy_, "chapters/01_toy/chapter.toml", "\"one\", ", "");
  ExpectHole("1.1", "2 hints, not three");
}

TEST_F(DevCheck, AFaultOfNoExercise) {
  toy_->Write("tests/faults/01_toy/1.9_stray.cpp", "");
  ExpectHole("1.1", "1.9_stray.cpp belongs to no exercise");
  std::filesystem::remove(toy_->root() / "tests/faults/01_toy/1.9_stray.cpp");
}

TEST_F(DevCheck, MutantsThatSurviveMustBeListed) {
  const Edited edited(*toy_, "solutions/01_toy/toy.cpp", "  return n / 2;",
                      "  n += 0;\n  return n / 2;");
  DevMutateArguments arguments;
  arguments.exercise = "1.2";
  EXPECT_EQ(RunDevMutate(toy_->project(), arguments), kExitWrong);
  const std::string list = "tests/faults/01_toy/survivors.toml";
  toy_->Write(
      list,
      "[[survivor]]\nexercise = \"1.2\"\nstatement = \"n += 1;\"\nreason = \"adds nothing\"\n"
      "[[survivor]]\nexercise = \"1.2\"\nstatement = \"n += 0;\"\nreason = \"adds nothing\"\n");
  // There is no such statement as the first entry's: the list is out of date.
  EXPECT_EQ(RunDevMutate(toy_->project(), arguments), kExitWrong);
  toy_->Write(
      list,
      "[[survivor]]\nexercise = \"1.2\"\nstatement = \"n += 0;\"\nreason = \"adds nothing\"\n");
  EXPECT_EQ(RunDevMutate(toy_->project(), arguments), kExitPassed);
  std::filesystem::remove(toy_->root() / list);
}

// What `check` says of the learner's own code, in the same project.
class Check : public DevCheck {
 protected:
  static ExerciseReport Report(const std::string& id) {
    const Project project = toy_->project();
    const Catalog catalog = LoadCatalog(project);
    return CheckExercise(project, catalog, *catalog.Find(id),
                         {.sanitizer = "", .time_limit = std::chrono::milliseconds{3'000}});
  }
  static Edited Solve(const std::string& body) {
    return {*toy_, "chapters/01_toy/toy.cpp", "throw NotImplemented(\"1.1\", \"Adding\");", body};
  }
};

TEST_F(Check, AFreshSkeletonIsNotStarted) {
  const ExerciseReport report = Report("1.1");
  EXPECT_EQ(report.verdict, Verdict::kNotStarted);
  ASSERT_EQ(report.files.size(), 1U);
  EXPECT_EQ(report.files[0].path, "chapters/01_toy/toy.cpp");
  EXPECT_EQ(report.files[0].hash, ShortHash(toy_->Read("chapters/01_toy/toy.cpp")));
}

TEST_F(Check, TheRightAnswerPasses) {
  const Edited edited = Solve("return a + b;");
  const ExerciseReport report = Report("1.1");
  EXPECT_EQ(report.verdict, Verdict::kPassed) << report.detail;
  EXPECT_EQ(Report("1.2").verdict, Verdict::kNotStarted);
}

TEST_F(Check, AWrongAnswerIsWrong) {
  const Edited edited = Solve("return a - b;");
  const ExerciseReport report = Report("1.1");
  EXPECT_EQ(report.verdict, Verdict::kWrong) << report.detail;
  ASSERT_NE(report.run.FirstBad(), nullptr);
  EXPECT_NE(report.run.FirstBad()->failures.at(0).message.find("5 was wanted"), std::string::npos);
}

TEST_F(Check, TheFirstCompileErrorOfTheLearnersFile) {
  const Edited edited = Solve("return a + c;");
  const ExerciseReport report = Report("1.1");
  EXPECT_EQ(report.verdict, Verdict::kDoesNotCompile);
  ASSERT_TRUE(report.compile_error.has_value());
  EXPECT_TRUE(report.compile_error->file.ends_with("chapters/01_toy/toy.cpp"))
      << report.compile_error->file;
  EXPECT_EQ(report.compile_error->line, 10);
  EXPECT_NE(report.compile_error->text.find("was not declared"), std::string::npos)
      << report.compile_error->text;
  EXPECT_TRUE(std::filesystem::exists(report.log));
}

TEST_F(Check, AbortCrashes) {
  const Edited edited = Solve("std::abort();");
  EXPECT_EQ(Report("1.1").verdict, Verdict::kCrashed);
}

TEST_F(Check, ExitZeroEndsEarly) {
  const Edited edited = Solve("std::exit(0);");
  EXPECT_EQ(Report("1.1").verdict, Verdict::kEndedEarly);
}

TEST_F(Check, AnEndlessLoopTimesOut) {
  const Edited edited = Solve("for (volatile int i = 0;; i = i + 1) {}");
  EXPECT_EQ(Report("1.1").verdict, Verdict::kTimedOut);
}

TEST_F(Check, EndlessRecursionCrashes) {
  const Edited edited = Solve("return a == 12345 ? b : 1 + Add(a, b + 1);");
  EXPECT_EQ(Report("1.1").verdict, Verdict::kCrashed);
}

TEST_F(Check, AMissingMarkerIsSaidPlainly) {
  const Edited edited(*toy_, "chapters/01_toy/toy.cpp", "// [end 1.1]", "");
  const ExerciseReport report = Report("1.1");
  EXPECT_EQ(report.verdict, Verdict::kDamagedFile);
  EXPECT_NE(report.detail.find("chapters/01_toy/toy.cpp:"), std::string::npos) << report.detail;
}

TEST_F(Check, AnEmptiedFileIsSaidPlainly) {
  const std::string before = toy_->Read("chapters/01_toy/toy.cpp");
  toy_->Write("chapters/01_toy/toy.cpp", "");
  const ExerciseReport report = Report("1.1");
  toy_->Write("chapters/01_toy/toy.cpp", before);
  EXPECT_EQ(report.verdict, Verdict::kDamagedFile);
  EXPECT_NE(report.detail.find("is empty"), std::string::npos) << report.detail;
}

TEST_F(Check, ADeletedFileIsSaidPlainly) {
  const std::string before = toy_->Read("chapters/01_toy/toy.h");
  std::filesystem::remove(toy_->root() / "chapters/01_toy/toy.h");
  const ExerciseReport report = Report("1.1");
  toy_->Write("chapters/01_toy/toy.h", before);
  EXPECT_EQ(report.verdict, Verdict::kDamagedFile);
  EXPECT_NE(report.detail.find("is missing"), std::string::npos) << report.detail;
}

TEST(Mutants, EachStatementIsDeletedOnce) {
  const std::vector<Mutant> mutants = MutantsOf(
      "  int a = 0;  // a comment; with a semicolon\n"
      "  for (int i = 0; i < 3; ++i) a += i;\n"
      "  if (a > 2) {\n    a = Call(\"x;y\");\n  }\n"
      "  return a;\n");
  std::vector<std::string> statements;
  for (const Mutant& mutant : mutants) statements.push_back(mutant.statement);
  const std::vector<std::string> wanted{"int a = 0;", "a += i;", "a = Call(\"x;y\");", "return a;"};
  EXPECT_EQ(statements, wanted);
  EXPECT_EQ(mutants[3].line, 6);
  EXPECT_NE(mutants[1].body.find("++i) ;\n"), std::string::npos) << mutants[1].body;
}

}  // namespace
}  // namespace workbook::tool
