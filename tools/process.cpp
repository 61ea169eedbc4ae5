#include "process.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>

extern char** environ;

namespace workbook::tool {
namespace {

using Clock = std::chrono::steady_clock;

volatile std::sig_atomic_t interrupt_requested = 0;

// Groups of running children. A signal handler may only touch lock-free atomics; 64 children at
// once are far more than we ever start.
std::array<std::atomic<pid_t>, 64> running_groups{};
static_assert(std::atomic<pid_t>::is_always_lock_free);

void OnInterrupt(int) {
  interrupt_requested = 1;
  for (const auto& group : running_groups) {
    const pid_t pid = group.load();
    if (pid > 0) kill(-pid, SIGKILL);
  }
}

class RegisteredGroup {
 public:
  explicit RegisteredGroup(pid_t pid) {
    for (auto& slot : running_groups) {
      pid_t free = 0;
      if (slot.compare_exchange_strong(free, pid)) {
        slot_ = &slot;
        break;
      }
    }
    // Ctrl-C may have come between fork and here.
    if (interrupt_requested != 0) kill(-pid, SIGKILL);
  }
  ~RegisteredGroup() {
    if (slot_ != nullptr) slot_->store(0);
  }
  RegisteredGroup(const RegisteredGroup&) = delete;
  RegisteredGroup& operator=(const RegisteredGroup&) = delete;

 private:
  std::atomic<pid_t>* slot_ = nullptr;
};

// The first and the last halves of a stream that may be far too long to keep.
class CappedText {
 public:
  explicit CappedText(std::size_t limit) : half_(limit / 2) {}

  void Add(const char* data, std::size_t count) {
    total_ += count;
    const std::size_t room = half_ - std::min(half_, head_.size());
    const std::size_t to_head = std::min(room, count);
    head_.append(data, to_head);
    tail_.append(data + to_head, count - to_head);
    // Twice the size before it is cut: the copying stays linear.
    if (tail_.size() > 2 * half_) tail_.erase(0, tail_.size() - half_);
  }

  [[nodiscard]] std::size_t total() const { return total_; }

  [[nodiscard]] std::string Text() const {
    std::string tail = tail_.size() > half_ ? tail_.substr(tail_.size() - half_) : tail_;
    const std::size_t left_out = total_ - head_.size() - tail.size();
    if (left_out == 0) return head_ + tail;
    return head_ + "\n[… " + std::to_string(left_out) + " bytes left out …]\n" + tail;
  }

 private:
  std::size_t half_;
  std::string head_;
  std::string tail_;
  std::size_t total_ = 0;
};

struct Strings {
  std::vector<std::string> texts;
  std::vector<char*> pointers;

  char** Array() {
    pointers.clear();
    for (std::string& text : texts) pointers.push_back(text.data());
    pointers.push_back(nullptr);
    return pointers.data();
  }
};

Strings Environment(const std::map<std::string, std::string>& extra) {
  Strings result;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string text = *entry;
    if (!extra.contains(text.substr(0, text.find('=')))) result.texts.push_back(text);
  }
  for (const auto& [name, value] : extra) result.texts.push_back(name + "=" + value);
  return result;
}

// Between fork and exec only async-signal-safe calls: another thread may hold any lock.
[[noreturn]] void BecomeChild(const Command& command, char** argv, char** env, int output,
                              int error_pipe) {
  setpgid(0, 0);
  signal(SIGINT, SIG_DFL);
  signal(SIGTERM, SIG_DFL);
  signal(SIGPIPE, SIG_DFL);
  // A crash is an expected result here; writing a core file only costs time and space.
  const rlimit no_core{0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  if (!command.inherit_output) {
    const int null = open("/dev/null", O_RDONLY);
    dup2(null, STDIN_FILENO);
    dup2(output, STDOUT_FILENO);
    dup2(output, STDERR_FILENO);
  }
  if (command.folder.empty() || chdir(command.folder.c_str()) == 0) execvpe(argv[0], argv, env);
  const int error = errno;
  static_cast<void>(!write(error_pipe, &error, sizeof(error)));
  _exit(127);
}

bool HasEnded(pid_t pid) {
  siginfo_t info{};
  return waitid(P_PID, static_cast<id_t>(pid), &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
         info.si_pid == pid;
}

class Child {
 public:
  explicit Child(const Command& command) : command_(command), text_(command.output_limit_bytes) {}

  ProcessResult Run() {
    const Clock::time_point begin = Clock::now();
    if (Start()) {
      const RegisteredGroup registered(pid_);
      Wait(begin);
      // While the leader is not reaped its group's number cannot be given to anybody else.
      kill(-pid_, SIGKILL);
      Reap();
    }
    result_.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
    return std::move(result_);
  }

 private:
  bool Start() {
    std::array<int, 2> output{-1, -1};
    std::array<int, 2> error{-1, -1};
    if (pipe2(output.data(), O_CLOEXEC) != 0 || pipe2(error.data(), O_CLOEXEC) != 0) {
      result_.output = std::string("no pipe: ") + std::strerror(errno);
      return false;
    }
    Strings argv{command_.argv, {}};
    Strings env = Environment(command_.env);
    char** argv_array = argv.Array();
    char** env_array = env.Array();
    pid_ = fork();
    if (pid_ == 0) BecomeChild(command_, argv_array, env_array, output[1], error[1]);
    const int fork_error = errno;
    // Parent and child both set it: whoever comes first, the group exists before we need it.
    if (pid_ > 0) setpgid(pid_, pid_);
    close(output[1]);
    close(error[1]);
    output_ = output[0];
    int exec_error = pid_ < 0 ? fork_error : 0;
    if (pid_ > 0 && read(error[0], &exec_error, sizeof(exec_error)) > 0) {
      waitpid(pid_, nullptr, 0);
    }
    close(error[0]);
    if (exec_error != 0) {
      close(output_);
      result_.output = "cannot run " + command_.argv.front() + ": " + std::strerror(exec_error);
      return false;
    }
    result_.started = true;
    fcntl(output_, F_SETFL, O_NONBLOCK);
    return true;
  }

  // Until the leader has ended: a grandchild may keep the pipe open for ever.
  void Wait(Clock::time_point begin) {
    bool open = true;
    while (!HasEnded(pid_)) {
      int wait_ms = open ? 20 : 2;
      if (command_.time_limit && !result_.timed_out) {
        const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
            *command_.time_limit - (Clock::now() - begin));
        if (left.count() <= 0) {
          result_.timed_out = true;
          kill(-pid_, SIGKILL);
        }
      }
      pollfd waiting{output_, POLLIN, 0};
      poll(&waiting, open ? 1 : 0, wait_ms);
      if (open && waiting.revents != 0) open = Drain();
    }
    // A survivor of the group may go on printing; what it says after the end is not waited for.
    kill(-pid_, SIGKILL);
    for (int round = 0; open && round < 1024; ++round) {
      const std::size_t before = text_.total();
      open = Drain();
      if (text_.total() == before) break;
    }
    close(output_);
    result_.output = text_.Text();
    result_.output_bytes = text_.total();
  }

  // Reads what is there, at most 1 MiB. False at the end of the stream.
  bool Drain() {
    static constexpr std::size_t kChunk = std::size_t{64} << 10;
    std::array<char, kChunk> buffer;
    for (int i = 0; i < 16; ++i) {
      const ssize_t count = read(output_, buffer.data(), buffer.size());
      if (count > 0) {
        text_.Add(buffer.data(), static_cast<std::size_t>(count));
        continue;
      }
      return count < 0 && (errno == EAGAIN || errno == EINTR);
    }
    return true;
  }

  void Reap() {
    int status = 0;
    while (waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
    }
    if (WIFEXITED(status)) result_.exit_code = WEXITSTATUS(status);
    if (WIFSIGNALED(status)) result_.signal = WTERMSIG(status);
  }

  const Command& command_;
  ProcessResult result_;
  CappedText text_;
  pid_t pid_ = -1;
  int output_ = -1;
};

}  // namespace

ProcessResult RunProcess(const Command& command) {
  if (interrupt_requested != 0) throw Interrupted{};
  ProcessResult result = Child(command).Run();
  if (interrupt_requested != 0) throw Interrupted{};
  return result;
}

void InstallInterruptHandler() {
  struct sigaction action {};
  action.sa_handler = OnInterrupt;
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
}

bool InterruptRequested() { return interrupt_requested != 0; }

std::string InFrontOf(const char* variable, const std::filesystem::path& first) {
  const char* others = std::getenv(variable);
  return first.string() + (others == nullptr || *others == '\0' ? "" : ":" + std::string(others));
}

std::string SignalWords(int signal) {
  switch (signal) {
    case SIGSEGV:
      return "SIGSEGV (it touched memory that is not its own)";
    case SIGABRT:
      return "SIGABRT (it called abort, or an exception was caught by nobody)";
    case SIGBUS:
      return "SIGBUS (it touched memory that cannot be reached)";
    case SIGFPE:
      return "SIGFPE (a division by zero, or the like)";
    case SIGILL:
      return "SIGILL (an instruction that this processor does not know)";
    case SIGKILL:
      return "SIGKILL (somebody killed it; often the machine was out of memory)";
    default:
      break;
  }
  const char* name = sigabbrev_np(signal);
  return name == nullptr ? "signal " + std::to_string(signal) : std::string("SIG") + name;
}

}  // namespace workbook::tool
