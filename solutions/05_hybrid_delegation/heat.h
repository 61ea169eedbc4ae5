#pragma once

#include <atomic>
#include <cstdint>

namespace workbook {

/// When a class turns hot and when it goes cold. The two lines are far apart on purpose
/// (*hysteresis*): a class that swings a little around one of them does not change sides each time.
struct HeatLimits {
  std::uint32_t hot_requests = 4;  ///< so many requests, few epochs old, make a cold class hot
  std::uint32_t cold_epochs = 4;   ///< so many whole epochs without a request make a hot one cold
};

/// Whether one class of sizes is asked for often enough to keep its blocks. Time is counted in
/// *epochs*, a fixed number of requests of the whole allocator, not in seconds: the same program
/// gives the same answers on any machine.
///
///     cold ──(hot_requests within a few epochs)──> hot
///     cold <──(cold_epochs without a request)──── hot
///
/// NoteRequest() and hot() may be called by any thread; two requests at the same moment may count
/// as one, which saves a locked instruction and delays a class by one request. Cool() is for one
/// thread at a time.
class Heat {
 public:
  /// Counts a request.
  /// @return true for the one request that turns the class hot
  bool NoteRequest(const HeatLimits& limits);

  /// Ends an epoch. Half of a cold class's requests are forgotten; a hot class that had none is one
  /// epoch nearer to being cold, and one that had some starts counting again.
  /// @return true if the class has just gone cold
  bool Cool(const HeatLimits& limits);

  /// Makes the class cold, as if nobody had ever asked for it.
  void Reset() noexcept {
    hot_ = used_ = false;
    recent_ = 0;
  }

  bool hot() const noexcept { return hot_.load(std::memory_order_relaxed); }

 private:
  std::atomic<bool> hot_ = false;
  std::atomic<bool> used_ = false;         // hot: requested in this epoch
  std::atomic<std::uint32_t> recent_ = 0;  // cold: requests, older ones counting less
  std::uint32_t quiet_epochs_ = 0;         // hot: whole epochs since the last request
};

}  // namespace workbook
