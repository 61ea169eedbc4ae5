// Runs the probe, a program that knows nothing of the recorder, and reads what was recorded.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "trace/load.h"

namespace {

namespace fs = std::filesystem;
using workbook::trace::Event;
using workbook::trace::Kind;
using workbook::trace::Trace;

using Environment = std::map<std::string, std::string>;

// A name of the preloaded library without blanks, where the loader would split it.
class PlainName {
 public:
  PlainName() {
    char name[] = "/tmp/workbook-preload-XXXXXX";
    folder_ = mkdtemp(name);
    fs::create_symlink(WORKBOOK_PRELOAD_LIBRARY, path());
  }
  ~PlainName() { fs::remove_all(folder_); }
  PlainName(const PlainName&) = delete;
  PlainName& operator=(const PlainName&) = delete;
  [[nodiscard]] fs::path path() const { return folder_ / "libworkbook_preload.so"; }

 private:
  fs::path folder_;
};

const fs::path& Preload() {
  static const PlainName name;
  static const fs::path path = name.path();
  return path;
}

class Recorder : public testing::Test {
 protected:
  Recorder() {
    char name[] = "/tmp/workbook-recorder-XXXXXX";
    folder_ = mkdtemp(name);
  }
  ~Recorder() override { fs::remove_all(folder_); }

  [[nodiscard]] fs::path file() const { return folder_ / "run.trace"; }

  // Without the preloaded library the probe loads the recorder when it likes to.
  int Run(const std::string& scenario, bool preload = true, const Environment& more = {}) {
    const fs::path& library = Preload();
    const pid_t child = fork();
    if (child == 0) {
      setenv("WORKBOOK_TRACE", file().c_str(), 1);
      setenv("WORKBOOK_TRACE_NOTE", "the tests", 1);
      setenv("WORKBOOK_RECORDER", WORKBOOK_RECORDER_LIBRARY, 1);
      setenv("ASAN_OPTIONS", "verify_asan_link_order=0:detect_leaks=0:allocator_may_return_null=1",
             1);
      if (preload) setenv("LD_PRELOAD", library.c_str(), 1);
      for (const auto& [key, value] : more) setenv(key.c_str(), value.c_str(), 1);
      execl(WORKBOOK_PROBE, WORKBOOK_PROBE, scenario.c_str(), nullptr);
      _exit(127);
    }
    int status = 0;
    waitpid(child, &status, 0);
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
  }

  [[nodiscard]] Trace Load() const { return workbook::trace::Load(file()); }

  [[nodiscard]] std::vector<fs::path> ChildrensFiles() const {
    std::vector<fs::path> found;
    for (const auto& entry : fs::directory_iterator(folder_)) {
      if (entry.path() != file()) found.push_back(entry.path());
    }
    return found;
  }

 private:
  fs::path folder_;
};

std::vector<std::uint64_t> Sizes(const Trace& trace, Kind kind) {
  std::vector<std::uint64_t> sizes;
  for (const Event& event : trace.events) {
    if (event.kind == kind) sizes.push_back(event.bytes);
  }
  return sizes;
}

bool Contains(const std::vector<std::uint64_t>& sizes, std::uint64_t bytes) {
  return std::find(sizes.begin(), sizes.end(), bytes) != sizes.end();
}

std::map<std::uint64_t, std::uint32_t> Makers(const Trace& trace) {
  std::map<std::uint64_t, std::uint32_t> makers;
  for (const Event& event : trace.events) {
    if (event.kind == Kind::kAllocate) makers[event.id] = event.thread;
  }
  return makers;
}

TEST_F(Recorder, WritesWhatAProgramAllocatesAndFrees) {
  ASSERT_EQ(Run("plain"), 0);
  const Trace trace = Load();
  EXPECT_TRUE(trace.complete) << trace.why_incomplete;
  EXPECT_EQ(Sizes(trace, Kind::kAllocate), (std::vector<std::uint64_t>{100, 200, 0}));
  EXPECT_EQ(Sizes(trace, Kind::kFree), (std::vector<std::uint64_t>{100, 0, 200}));
  EXPECT_GT(trace.summary.run_us, 0U);
  EXPECT_GT(trace.summary.allocate_ns, 0U);
  EXPECT_GT(trace.summary.minor_faults, 0U);
  ASSERT_FALSE(trace.comments.empty());
  EXPECT_EQ(trace.comments.front(), "recorded by the tests");
}

TEST_F(Recorder, PassesTheExitCodeOn) { EXPECT_EQ(Run("exit_7"), 7); }

TEST_F(Recorder, KeepsThreadsApart) {
  ASSERT_EQ(Run("threads"), 0);
  const Trace trace = Load();
  EXPECT_TRUE(trace.complete) << trace.why_incomplete;
  const auto makers = Makers(trace);
  std::size_t freed_by_the_other = 0;
  std::set<std::uint32_t> threads;
  for (const Event& event : trace.events) {
    threads.insert(event.thread);
    if (makers.at(event.id) != event.thread) ++freed_by_the_other;
  }
  EXPECT_EQ(threads, (std::set<std::uint32_t>{0, 1}));
  EXPECT_EQ(freed_by_the_other, 4000U);
  EXPECT_EQ(trace.events.size(), 16000U);
}

// The upstream has a single block and, while it takes it back, lets another thread have it.
TEST_F(Recorder, WritesAFreeBeforeTheNextUseOfTheAddress) {
  ASSERT_EQ(Run("one_address", false), 0);
  const Trace trace = Load();
  ASSERT_EQ(trace.events.size(), 4U);
  std::string order;
  for (const Event& event : trace.events) {
    order += (event.kind == Kind::kAllocate ? "a" : "f") + std::to_string(event.bytes) + "@" +
             std::to_string(event.thread) + " ";
  }
  EXPECT_EQ(order, "a32@0 f32@0 a64@1 f64@1 ");
}

TEST_F(Recorder, GivesAForkedChildAFileOfItsOwn) {
  ASSERT_EQ(Run("fork"), 0);
  const Trace parent = Load();
  EXPECT_TRUE(parent.complete) << parent.why_incomplete;
  EXPECT_EQ(Sizes(parent, Kind::kAllocate), (std::vector<std::uint64_t>{1000, 2000}));
  ASSERT_EQ(ChildrensFiles().size(), 1U);
  const Trace child = workbook::trace::Load(ChildrensFiles().front());
  EXPECT_TRUE(child.complete) << child.why_incomplete;
  EXPECT_EQ(Sizes(child, Kind::kAllocate), (std::vector<std::uint64_t>{3000}));
  EXPECT_EQ(Sizes(child, Kind::kFree), (std::vector<std::uint64_t>{3000}));
}

TEST_F(Recorder, DoesNotHangInAChildForkedWhileAnotherThreadRecords) {
  EXPECT_EQ(Run("fork_storm"), 0) << "so many children did not end by themselves";
  EXPECT_TRUE(Load().complete);
  EXPECT_EQ(ChildrensFiles().size(), 40U);
  for (const fs::path& child : ChildrensFiles()) {
    EXPECT_EQ(workbook::trace::Load(child).events.size(), 2U) << child;
  }
}

TEST_F(Recorder, LeavesAReadableFileWhenTheProgramIsKilled) {
  ASSERT_EQ(Run("kill"), 128 + SIGKILL);
  const Trace trace = Load();
  EXPECT_FALSE(trace.complete);
  EXPECT_EQ(Sizes(trace, Kind::kAllocate).size(), 100U) << trace.why_incomplete;
}

TEST_F(Recorder, NamesTheOperatorThatWantedTheMemory) {
  ASSERT_EQ(Run("operators"), 0);
  const Trace trace = Load();
  std::vector<std::string> names;
  for (const Event& event : trace.events) {
    if (event.kind == Kind::kAllocate) names.push_back(trace.tags[event.tag]);
  }
  EXPECT_EQ(names, (std::vector<std::string>{"aten::ones", "aten::mm", "aten::clone", ""}));
}

TEST_F(Recorder, LetsTensorsOutliveTheRecording) {
  ASSERT_EQ(Run("outlives"), 0);
  const Trace trace = Load();
  EXPECT_TRUE(trace.complete) << trace.why_incomplete;
  EXPECT_EQ(Sizes(trace, Kind::kAllocate), (std::vector<std::uint64_t>{5000}));
}

TEST_F(Recorder, IsSilentAboutTensorsThatAreOlder) {
  ASSERT_EQ(Run("late", false), 0);
  const Trace trace = Load();
  EXPECT_TRUE(trace.complete) << trace.why_incomplete;
  EXPECT_EQ(Sizes(trace, Kind::kAllocate), (std::vector<std::uint64_t>{100}));
  EXPECT_EQ(Sizes(trace, Kind::kFree), (std::vector<std::uint64_t>{100}));
}

TEST_F(Recorder, KeepsTheRawInterface) {
  ASSERT_EQ(Run("raw"), 0);
  const std::vector<std::uint64_t> freed = Sizes(Load(), Kind::kFree);
  EXPECT_TRUE(Contains(freed, 777));
  EXPECT_FALSE(Contains(freed, 50));
}

TEST_F(Recorder, StandsOverAnyAllocatorWhateverItsPriority) {
  ASSERT_EQ(Run("other_context", false), 0);
  EXPECT_EQ(Sizes(Load(), Kind::kFree), (std::vector<std::uint64_t>{40}));
}

TEST_F(Recorder, RecordsNothingForARequestThatFails) {
  ASSERT_EQ(Run("fails"), 0);
  EXPECT_TRUE(Load().events.empty());
}

TEST_F(Recorder, LeavesAFileOfAnotherProcessAlone) {
  std::ofstream(file()) << "somebody's";
  ASSERT_EQ(Run("plain"), 0);
  std::ifstream in(file());
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(in), {}), "somebody's");
  ASSERT_EQ(ChildrensFiles().size(), 1U);
  EXPECT_EQ(workbook::trace::Load(ChildrensFiles().front()).events.size(), 6U);
}

TEST_F(Recorder, RunsTheProgramAlsoWhereNoFileCanBeMade) {
  EXPECT_EQ(Run("plain", true, {{"WORKBOOK_TRACE", "/nowhere/run.trace"}}), 0);
}

// A library that claims another version stands for a recorder built for another PyTorch.
TEST_F(Recorder, RefusesAnotherVersionOfPyTorch) {
  EXPECT_EQ(Run("plain", true, {{"WORKBOOK_RECORDER", WORKBOOK_OTHER_RECORDER_LIBRARY}}), 0);
  EXPECT_FALSE(fs::exists(file()));
}

TEST_F(Recorder, PutsNothingIntoAProgramWithoutTorch) {
  setenv("LD_PRELOAD", Preload().c_str(), 1);
  setenv("WORKBOOK_RECORDER", "/nowhere", 1);
  EXPECT_EQ(std::system("true"), 0);
  unsetenv("LD_PRELOAD");
}

}  // namespace
