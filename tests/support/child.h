#pragma once

#include <sys/wait.h>
#include <unistd.h>

namespace workbook::test_support {

/// Exit status of a forked child that runs `body`: 0 if that returned true. A child that hangs is
/// ended after ten seconds.
template <typename Body>
int StatusOfChild(Body body) {
  const pid_t child = fork();
  if (child == 0) {
    alarm(10);
    _exit(body() ? 0 : 1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return status;
}

}  // namespace workbook::test_support
