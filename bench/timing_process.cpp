#include "timing_process.h"

#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <exception>
#include <stdexcept>
#include <string>
#include <system_error>

namespace workbook::bench {
namespace {

// What the child says. Small enough that a pipe passes it on in one piece.
struct Answer {
  double ns = 0;
  std::array<char, 496> wrong{};  // empty: all is well
};

template <typename Value>
bool Read(int from, Value& value) {
  ssize_t got = 0;
  do got = read(from, &value, sizeof value);
  while (got < 0 && errno == EINTR);
  return got == static_cast<ssize_t>(sizeof value);
}

template <typename Value>
bool Write(int to, const Value& value) {
  return write(to, &value, sizeof value) == static_cast<ssize_t>(sizeof value);
}

[[noreturn]] void BeTheChild(int asks, int answers, const std::function<TimedWork()>& make) {
  // Its end by a signal is the parent's to tell.
  for (const int signal : {SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL}) std::signal(signal, SIG_DFL);
  TimedWork work;
  for (std::size_t times = 0; Read(asks, times);) {
    Answer answer;
    try {
      if (!work) work = make();
      answer.ns = work(times);
    } catch (const std::exception& error) {
      std::strncpy(answer.wrong.data(), error.what(), answer.wrong.size() - 1);
    }
    if (!Write(answers, answer)) break;
  }
  _exit(0);
}

std::array<int, 2> Pipe() {
  std::array<int, 2> ends{};
  if (pipe(ends.data()) != 0) throw std::system_error(errno, std::generic_category(), "pipe");
  return ends;
}

}  // namespace

TimingProcess::TimingProcess(const std::function<TimedWork()>& make) {
  const auto [asks_out, asks_in] = Pipe();
  const auto [answers_out, answers_in] = Pipe();
  child_ = fork();
  if (child_ < 0) throw std::system_error(errno, std::generic_category(), "fork");
  if (child_ == 0) {
    close(asks_in);
    close(answers_out);
    BeTheChild(asks_out, answers_in, make);
  }
  close(asks_out);
  close(answers_in);
  asks_ = asks_in;
  answers_ = answers_out;
  // A child that has ended is told by the missing answer.
  std::signal(SIGPIPE, SIG_IGN);
}

TimingProcess::~TimingProcess() {
  close(asks_);
  close(answers_);
  if (child_ <= 0) return;
  kill(child_, SIGKILL);  // a younger child has copies of our pipes' ends: this one would wait on
  waitpid(child_, nullptr, 0);
}

double TimingProcess::Run(std::size_t times) {
  Answer answer;
  if (!Write(asks_, times) || !Read(answers_, answer)) ThrowHowItEnded();
  if (answer.wrong[0] != 0) throw std::runtime_error(answer.wrong.data());
  return answer.ns;
}

void TimingProcess::ThrowHowItEnded() {
  int status = 0;
  waitpid(child_, &status, 0);
  child_ = -1;
  throw std::runtime_error("the process that timed it ended by " +
                           (WIFSIGNALED(status)
                                ? std::string("signal ") + strsignal(WTERMSIG(status))
                                : "exit code " + std::to_string(WEXITSTATUS(status))));
}

}  // namespace workbook::bench
