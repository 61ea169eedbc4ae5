// Whether valgrind understands the marks of chapter 4: it runs the tests of exercise 4.9, which
// then ask it what it knows of each byte and make it report three stray reads.
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdio>
#include <cstdlib>
#include <string>

namespace {

struct Ended {
  int exit_code = -1;
  std::string output;
};

Ended RunCommand(const std::string& command) {
  Ended ended;
  FILE* const pipe = popen((command + " 2>&1").c_str(), "r");
  if (pipe == nullptr) return ended;
  char line[512];
  while (std::fgets(line, sizeof(line), pipe) != nullptr) ended.output += line;
  const int status = pclose(pipe);
  if (WIFEXITED(status)) ended.exit_code = WEXITSTATUS(status);
  return ended;
}

Ended RunMarksTests(const std::string& filter) {
  return RunCommand("valgrind -q '" WORKBOOK_MARKS_TESTS "' --gtest_filter='" + filter + "'");
}

std::size_t CountOf(const std::string& words, const std::string& text) {
  std::size_t count = 0;
  for (std::size_t at = 0; (at = text.find(words, at)) != std::string::npos; ++at) ++count;
  return count;
}

struct Valgrind : testing::Test {
  void SetUp() override {
    if (RunCommand("valgrind --version").exit_code != 0)
      GTEST_SKIP() << "valgrind is not installed (Debian's package valgrind)";
#if !__has_include(<valgrind/memcheck.h>)
    GTEST_SKIP() << "valgrind's header valgrind/memcheck.h is not installed";
#endif
  }
};

TEST_F(Valgrind, ReportsAReadOfAGuardAndOfAFreedByteInAMarkedBlock) {
  const Ended run = RunMarksTests("Ex4_9_Tool_Death.*");
  EXPECT_EQ(run.exit_code, 0) << run.output;
  EXPECT_EQ(CountOf("Invalid read of size 1", run.output), 3U) << run.output;
}

TEST_F(Valgrind, FindsNoErrorInTheRest) {
  const Ended run = RunMarksTests("-Ex4_9_Tool_Death.*");
  EXPECT_EQ(run.exit_code, 0) << run.output;
  EXPECT_EQ(CountOf("\n==", "\n" + run.output), 0U) << run.output;  // how its lines begin
}

}  // namespace
