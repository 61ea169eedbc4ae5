#pragma once

#include <sys/types.h>

#include <cstddef>
#include <functional>

namespace workbook::bench {

/// Does something `times` times.
/// @return nanoseconds of one time. May throw.
using TimedWork = std::function<double(std::size_t times)>;

/// A process of its own for one allocator and its timing. Two allocators timed in one process
/// share malloc's heap: a block that one of them keeps at the heap's end saves the other from
/// giving memory back to the system and asking for it again, which is the dearest thing malloc
/// does. So what is measured would depend on the neighbour.
///
/// Make it while the process has one thread and its heap is as good as untouched; the child waits
/// until it is asked. It ends with this object, or with its parent.
class TimingProcess {
 public:
  /// @param make  makes the work, in the child, at the first Run(). May throw.
  /// @throws std::system_error when there is no process or pipe to be had
  explicit TimingProcess(const std::function<TimedWork()>& make);
  ~TimingProcess();
  TimingProcess(const TimingProcess&) = delete;
  TimingProcess& operator=(const TimingProcess&) = delete;

  /// Lets the child do its work `times` times, and waits for it.
  /// @return nanoseconds of one time
  /// @throws std::runtime_error with what the work threw in the child, or how the child ended
  double Run(std::size_t times);

 private:
  [[noreturn]] void ThrowHowItEnded();

  pid_t child_ = -1;
  int asks_ = -1;     // written by us
  int answers_ = -1;  // read by us
};

}  // namespace workbook::bench
