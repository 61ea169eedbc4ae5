#pragma once

#include <c10/core/Allocator.h>
#include <sys/types.h>

#include <cstddef>
#include <functional>

#include "schedule.h"

namespace workbook::replay {

/// A process of its own for one allocator and its timing. Two allocators timed in one process
/// share malloc's heap: a block that one of them keeps at the heap's end saves the other from
/// giving memory back to the system and asking for it again, which is the dearest thing malloc
/// does. So what is measured would depend on the neighbour.
///
/// Make it while the process has one thread and its heap is as good as untouched; the child waits
/// until it is asked. It ends with this object, or with its parent.
class TimingProcess {
 public:
  /// @param schedule  must live as long as this
  /// @param make  makes the allocator, in the child, at the first Run(). May throw.
  /// @throws std::system_error when there is no process or pipe to be had
  TimingProcess(const Schedule& schedule, const std::function<c10::Allocator*()>& make);
  ~TimingProcess();
  TimingProcess(const TimingProcess&) = delete;
  TimingProcess& operator=(const TimingProcess&) = delete;

  /// Drives the allocator with the whole trace, `times` times.
  /// @return nanoseconds of one time, of the allocator's calls alone
  /// @throws std::runtime_error with what the allocator threw in the child, or how the child ended
  double Run(std::size_t times);

 private:
  [[noreturn]] void ThrowHowItEnded();

  pid_t child_ = -1;
  int asks_ = -1;     // written by us
  int answers_ = -1;  // read by us
};

}  // namespace workbook::replay
