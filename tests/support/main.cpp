// The main function of every exercise's test program. Beside gtest's own output it writes an event
// stream, one JSON object a line, each flushed with one write(2): to the file named by
// WORKBOOK_EVENTS. The `workbook` command believes that stream and nothing else, so a program that
// ends early, whatever its exit code, has not passed.
//
//   {"event":"plan","tests":["Ex1_1.A","Ex1_1.B"]}           before the first test
//   {"event":"start","test":"Ex1_1.A"}
//   {"event":"failure","test":"Ex1_1.A","file":"…","line":12,"message":"…"}
//   {"event":"finish","test":"Ex1_1.A","result":"passed"}    or "failed", or "skipped" with
//   "reason"; "note" holds what the test recorded with RecordProperty("note", text)
//   {"event":"done"}                                         after the last test
#include <fcntl.h>
#include <gtest/gtest.h>
#include <ucontext.h>
#include <unistd.h>

#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

namespace {

std::string Quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (c == '\n') {
      out += "\\n";
    } else if (byte < 0x20) {
      char escape[8];
      static_cast<void>(std::snprintf(escape, sizeof(escape), "\\u%04x", byte));
      out += escape;
    } else {
      out += c;
    }
  }
  return out + '"';
}

std::string FullName(const testing::TestInfo& info) {
  return std::string(info.test_suite_name()) + "." + info.name();
}

class EventStream : public testing::EmptyTestEventListener {
 public:
  explicit EventStream(const char* path)
      : fd_(open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644)), owner_(getpid()) {
    if (fd_ < 0) {
      std::perror(path);
      std::exit(2);
    }
  }

  void OnTestIterationStart(const testing::UnitTest& unit, int) override {
    std::string names;
    for (int s = 0; s < unit.total_test_suite_count(); ++s) {
      const testing::TestSuite& suite = *unit.GetTestSuite(s);
      for (int t = 0; t < suite.total_test_count(); ++t) {
        const testing::TestInfo& info = *suite.GetTestInfo(t);
        if (!info.should_run()) continue;
        names += (names.empty() ? "" : ",") + Quoted(FullName(info));
      }
    }
    Write("\"event\":\"plan\",\"tests\":[" + names + "]");
  }

  void OnTestStart(const testing::TestInfo& info) override {
    current_ = Quoted(FullName(info));
    Write("\"event\":\"start\",\"test\":" + current_);
  }

  void OnTestPartResult(const testing::TestPartResult& part) override {
    if (!part.failed()) return;
    Write("\"event\":\"failure\",\"test\":" + current_ +
          ",\"file\":" + Quoted(part.file_name() ? part.file_name() : "") + ",\"line\":" +
          std::to_string(part.line_number()) + ",\"message\":" + Quoted(part.message()));
  }

  void OnTestEnd(const testing::TestInfo& info) override {
    const testing::TestResult& result = *info.result();
    std::string line = "\"event\":\"finish\",\"test\":" + Quoted(FullName(info)) + ",\"result\":";
    if (result.Skipped()) {
      line += "\"skipped\",\"reason\":" + Quoted(SkipReason(result));
    } else {
      line += result.Passed() ? "\"passed\"" : "\"failed\"";
    }
    for (int i = 0; i < result.test_property_count(); ++i) {
      const testing::TestProperty& property = result.GetTestProperty(i);
      if (std::string(property.key()) == "note") line += ",\"note\":" + Quoted(property.value());
    }
    Write(line);
  }

  void OnTestIterationEnd(const testing::UnitTest&, int) override { Write("\"event\":\"done\""); }

 private:
  static std::string SkipReason(const testing::TestResult& result) {
    for (int i = 0; i < result.total_part_count(); ++i) {
      if (result.GetTestPartResult(i).skipped()) return result.GetTestPartResult(i).message();
    }
    return {};
  }

  // A forked child inherits this object; only the process that the command started may speak.
  void Write(const std::string& fields) const {
    if (getpid() != owner_) return;
    const std::string line = "{" + fields + "}\n";
    if (write(fd_, line.data(), line.size()) != static_cast<ssize_t>(line.size()))
      std::perror("event stream");
  }

  int fd_;
  pid_t owner_;
  std::string current_ = "\"\"";
};

}  // namespace

// A refused request must come back as a null pointer, as malloc's does, not end the process.
// NOLINTBEGIN(bugprone-reserved-identifier): the sanitizers look for these very names
extern "C" const char* __asan_default_options() { return "allocator_may_return_null=1"; }
extern "C" const char* __tsan_default_options() { return "allocator_may_return_null=1"; }
// NOLINTEND(bugprone-reserved-identifier)

namespace {

// An endless recursion ends in the same signal as a wild pointer. What tells them apart: the
// address that could not be touched lies next to the stack pointer.
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
void OnSegmentationFault(int, siginfo_t* info, void* context) {
  static constexpr std::uintptr_t kNear = 1U << 16U;  // a frame's locals may lie that far down
  const auto* const registers = static_cast<const ucontext_t*>(context);
  const auto stack = static_cast<std::uintptr_t>(registers->uc_mcontext.gregs[REG_RSP]);
  const auto touched = reinterpret_cast<std::uintptr_t>(info->si_addr);
  if (touched - stack + kNear < 2 * kNear) {
    static constexpr char kWords[] = "stack overflow: most often a recursion that never ends\n";
    static_cast<void>(!write(STDERR_FILENO, kWords, sizeof(kWords) - 1));
  }
  // The instruction is tried again when we return, and then the signal ends the process.
  std::signal(SIGSEGV, SIG_DFL);
}

// On a stack of its own: the usual one is full. Sanitizers have their own way to say it.
void NameStackOverflows() {
  alignas(16) static char stack[1U << 14U];
  stack_t alternate{};
  alternate.ss_sp = stack;
  alternate.ss_size = sizeof(stack);
  struct sigaction action {};
  action.sa_sigaction = OnSegmentationFault;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  if (sigaltstack(&alternate, nullptr) == 0) sigaction(SIGSEGV, &action, nullptr);
}
#else
void NameStackOverflows() {}
#endif

}  // namespace

int main(int argc, char** argv) {
  NameStackOverflows();
  testing::InitGoogleTest(&argc, argv);
  if (const char* path = std::getenv("WORKBOOK_EVENTS")) {
    testing::UnitTest::GetInstance()->listeners().Append(new EventStream(path));
    unsetenv("WORKBOOK_EVENTS");  // a death test's or a fork's child must not write there
  }
  return RUN_ALL_TESTS();
}
