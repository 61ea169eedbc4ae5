#include "files.h"

#include <gtest/gtest.h>

#include "temporary_folder.h"
#include "test_steps.h"

namespace workbook::tool {
namespace {

TEST(Files, HashesAsTheStandardSays) {
  EXPECT_EQ(Sha256(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(Sha256("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(Sha256("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
}

TEST(Files, WritesWholeFilesAndLeavesNothingBeside) {
  const TemporaryFolder folder;
  WriteFileAtomically(folder.path() / "a" / "b.txt", "one");
  WriteFileAtomically(folder.path() / "a" / "b.txt", "two");
  EXPECT_EQ(ReadFile(folder.path() / "a" / "b.txt"), "two");
  int entries = 0;
  for ([[maybe_unused]] const auto& entry :
       std::filesystem::directory_iterator(folder.path() / "a")) {
    ++entries;
  }
  EXPECT_EQ(entries, 1);
}

TEST(Files, EveryKeptCopyGetsAPlaceOfItsOwn) {
  const TemporaryFolder folder;
  WriteFileAtomically(folder.path() / "b.txt", "one");
  const auto first = KeepCopy(folder.path() / "state", folder.path() / "b.txt");
  WriteFileAtomically(folder.path() / "b.txt", "two");
  const auto second = KeepCopy(folder.path() / "state", folder.path() / "b.txt");
  EXPECT_EQ(ReadFile(first), "one");
  EXPECT_EQ(ReadFile(second), "two");
}

TEST(TestSteps, CountsGtestsOwnWords) {
  StepResult result;
  CountGtest(
      "1: [==========] 12 tests from 2 test suites ran.\n1: [  PASSED  ] 9 tests.\n"
      "1: [  SKIPPED ] 1 test, listed below:\n1: [  SKIPPED ] A.B\n"
      "1: [  FAILED  ] 2 tests, listed below:\n1: [  FAILED  ] A.C\n",
      result);
  EXPECT_EQ(result.passed, 9);
  EXPECT_EQ(result.failed, 2);
  EXPECT_EQ(result.skipped, 1);
}

TEST(TestSteps, ReadsATally) {
  StepResult result;
  EXPECT_TRUE(ReadTally("pass  a\n3 passed, 0 failed, 1 skipped\n", result));
  EXPECT_EQ(result.passed, 3);
  EXPECT_EQ(result.skipped, 1);
  EXPECT_FALSE(ReadTally("no count\n", result));
}

TEST(TestSteps, NothingPassedIsNotGood) {
  EXPECT_FALSE(StepResult{}.ok());
  StepResult skipped;
  skipped.skipped = 4;
  EXPECT_FALSE(skipped.ok());
}

}  // namespace
}  // namespace workbook::tool
