#pragma once

#include <pthread.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <mutex>

namespace workbook {

/// Whether a CheckedMutex knows its owner: in debug builds, which is what `workbook check` makes.
#ifdef NDEBUG
inline constexpr bool kLockChecks = false;
#else
inline constexpr bool kLockChecks = true;
#endif

/// A std::mutex that can be asked whether the calling thread holds it. So what it guards can say at
/// once, in every run, that it was touched without the lock; a race shows in some runs only. In
/// release builds it only passes the calls on. Given.
class CheckedMutex {
 public:
  /// Ends the process if the calling thread holds the mutex already: it would wait for itself.
  void lock() {
    if (kLockChecks && HeldByThisThread()) {
      Fail("this thread locks a mutex that it holds already: it would wait for ever");
    }
    if (kLockChecks) {
      waiting_.fetch_add(1);
      mutex_.lock();
      waiting_.fetch_sub(1);
      owner_.store(pthread_self(), std::memory_order_relaxed);
    } else {
      mutex_.lock();
    }
  }

  void unlock() {
    if (kLockChecks) owner_.store(0, std::memory_order_relaxed);
    mutex_.unlock();
  }

  /// Debug builds: ends the process, with a sentence on stderr, unless the calling thread holds the
  /// mutex.
  /// @param touched  what is about to be used, for the sentence
  void MustBeHeld(const char* touched) const noexcept {
    if (kLockChecks && !HeldByThisThread()) Fail(touched);
  }

  /// Debug builds: how many threads are inside lock(), for tests that want them there. Else 0.
  int waiting() const noexcept { return waiting_.load(); }

 private:
  // A thread can only ever find its own id here while it holds the mutex.
  bool HeldByThisThread() const noexcept {
    return owner_.load(std::memory_order_relaxed) == pthread_self();
  }

  [[noreturn]] static void Fail(const char* what) noexcept {
    static_cast<void>(std::fprintf(stderr, "%s\n", what));
    std::abort();
  }

  std::mutex mutex_;
  std::atomic<pthread_t> owner_ = 0;
  std::atomic<int> waiting_ = 0;
};

}  // namespace workbook
