#include "foreground.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>

#include "verdict.h"

namespace workbook::tool {
namespace {

std::atomic<pid_t> program{0};

void PassOn(int signal) {
  if (const pid_t pid = program; pid > 0) kill(pid, signal);
}

// While it lives, signals of the terminal are left to the program.
class SignalsPassedOn {
 public:
  SignalsPassedOn() {
    struct sigaction action {};
    action.sa_handler = SIG_IGN;
    sigaction(SIGINT, &action, &before_[0]);
    sigaction(SIGQUIT, &action, &before_[1]);
    action.sa_handler = PassOn;
    sigaction(SIGTERM, &action, &before_[2]);
  }
  ~SignalsPassedOn() {
    sigaction(SIGINT, &before_[0], nullptr);
    sigaction(SIGQUIT, &before_[1], nullptr);
    sigaction(SIGTERM, &before_[2], nullptr);
  }
  SignalsPassedOn(const SignalsPassedOn&) = delete;
  SignalsPassedOn& operator=(const SignalsPassedOn&) = delete;

 private:
  struct sigaction before_[3]{};
};

[[noreturn]] void Become(std::vector<char*>& argv, int error_pipe) {
  signal(SIGINT, SIG_DFL);
  signal(SIGQUIT, SIG_DFL);
  signal(SIGTERM, SIG_DFL);
  execvp(argv[0], argv.data());
  const int error = errno;
  static_cast<void>(!write(error_pipe, &error, sizeof(error)));
  _exit(127);
}

int WaitFor(pid_t pid) {
  int status = 0;
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  static constexpr int kSignalBase = 128;
  return WIFSIGNALED(status) ? kSignalBase + WTERMSIG(status) : WEXITSTATUS(status);
}

}  // namespace

int RunInForeground(const std::vector<std::string>& argv,
                    const std::map<std::string, std::string>& env) {
  std::vector<std::string> texts = argv;
  std::vector<char*> pointers;
  for (std::string& text : texts) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  for (const auto& [name, value] : env) setenv(name.c_str(), value.c_str(), 1);
  int error_pipe[2];
  if (pipe2(error_pipe, O_CLOEXEC) != 0) throw UserError(kExitMachineLacks, "no pipe");
  const SignalsPassedOn passed_on;
  const pid_t pid = fork();
  if (pid == 0) Become(pointers, error_pipe[1]);
  program = pid;
  close(error_pipe[1]);
  int error = pid < 0 ? errno : 0;
  static_cast<void>(!read(error_pipe[0], &error, sizeof(error)));
  close(error_pipe[0]);
  const int code = pid < 0 ? 0 : WaitFor(pid);
  program = 0;
  if (error == 0) return code;
  throw UserError(kExitUsage, fmt::format("cannot run {}: {}", argv.front(), std::strerror(error)));
}

}  // namespace workbook::tool
