#include "process.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <thread>

namespace workbook::tool {
namespace {

using std::chrono::milliseconds;

ProcessResult Shell(const std::string& script, milliseconds limit = milliseconds{30'000}) {
  Command command;
  command.argv = {"/bin/sh", "-c", script};
  command.time_limit = limit;
  return RunProcess(command);
}

TEST(Process, GivesExitCodeAndBothOutputs) {
  const ProcessResult result = Shell("echo out; echo err >&2; exit 7");
  EXPECT_EQ(result.exit_code, 7);
  EXPECT_EQ(result.signal, 0);
  EXPECT_EQ(result.output, "out\nerr\n");
  EXPECT_FALSE(result.ok());
}

TEST(Process, NamesTheSignalOfACrash) {
  const ProcessResult result = Shell("kill -SEGV $$");
  EXPECT_EQ(result.signal, SIGSEGV);
  EXPECT_EQ(result.exit_code, -1);
  EXPECT_NE(SignalWords(result.signal).find("SIGSEGV"), std::string::npos);
}

TEST(Process, KillsWhatNeverEndsWithAllItsChildren) {
  const ProcessResult result = Shell("sleep 1000 & echo $!; wait", milliseconds{300});
  EXPECT_TRUE(result.timed_out);
  EXPECT_FALSE(result.ok());
  const pid_t grandchild = std::stoi(result.output);
  // A killed orphan may wait for its new parent to read its end, but it never runs again.
  EXPECT_TRUE(kill(grandchild, 0) != 0 ||
              Shell("grep -q '^State:.[ZX]' /proc/" + std::to_string(grandchild) + "/status").ok())
      << "process " << grandchild << " still runs";
}

TEST(Process, DoesNotWaitForAGrandchildThatKeepsThePipe) {
  const ProcessResult result = Shell("sleep 1000 & echo done");
  EXPECT_TRUE(result.ok());
  EXPECT_FALSE(result.timed_out);
  EXPECT_EQ(result.output, "done\n");
}

TEST(Process, KeepsHeadAndTailOfEndlessOutput) {
  Command command;
  command.argv = {"/bin/sh", "-c",
                  "echo first; head -c 100000000 /dev/zero | tr '\\0' x; echo last"};
  command.output_limit_bytes = 1000;
  const ProcessResult result = RunProcess(command);
  EXPECT_TRUE(result.ok());
  EXPECT_LT(result.output.size(), 1200U);
  EXPECT_EQ(result.output_bytes, 100'000'000U + 6 + 5);
  EXPECT_TRUE(result.output.starts_with("first\n"));
  EXPECT_TRUE(result.output.ends_with("last\n"));
  EXPECT_NE(result.output.find("bytes left out"), std::string::npos);
}

TEST(Process, SaysThatAProgramIsNotThere) {
  Command command;
  command.argv = {"/nowhere/at/all"};
  const ProcessResult result = RunProcess(command);
  EXPECT_FALSE(result.started);
  EXPECT_NE(result.output.find("/nowhere/at/all"), std::string::npos) << result.output;
}

TEST(Process, RunsInTheFolderWithTheEnvironmentItIsGiven) {
  Command command;
  command.argv = {"/bin/sh", "-c", "pwd; echo \"$WORD\""};
  command.folder = "/usr";
  command.env = {{"WORD", "two words"}};
  EXPECT_EQ(RunProcess(command).output, "/usr\ntwo words\n");
}

TEST(Process, ReadsNothingFromTheKeyboard) { EXPECT_TRUE(Shell("! read line").ok()); }

TEST(Process, SeveralThreadsGetTheirOwnResults) {
  std::vector<std::thread> threads;
  std::vector<ProcessResult> results(8);
  for (std::size_t i = 0; i < results.size(); ++i) {
    threads.emplace_back([&results, i] { results[i] = Shell("exit " + std::to_string(i)); });
  }
  for (std::thread& thread : threads) thread.join();
  for (std::size_t i = 0; i < results.size(); ++i) {
    EXPECT_EQ(results[i].exit_code, static_cast<int>(i));
  }
}

// In a process of its own: Ctrl-C is remembered for ever.
TEST(Process, CtrlCKillsTheChildAndIsToldToTheCaller) {
  const pid_t runner = fork();
  if (runner == 0) {
    InstallInterruptHandler();
    try {
      Shell("kill -INT $PPID; sleep 1000");
    } catch (const Interrupted&) {
      _exit(InterruptRequested() ? 42 : 1);
    }
    _exit(2);
  }
  int status = 0;
  ASSERT_EQ(waitpid(runner, &status, 0), runner);
  EXPECT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 42);
}

}  // namespace
}  // namespace workbook::tool
