#pragma once

#include <atomic>
#include <cstddef>
#include <limits>
#include <thread>
#include <vector>

#include "schedule.h"

namespace workbook::replay {

/// Does the stretches of a schedule in their order, `times` times over, each on the thread that it
/// belongs to. So a block is freed by the thread that freed it in the trace, and the order is the
/// same in every run. What one stretch wrote, the next one sees.
/// @param work  bool(const Stretch&, bool last): false ends everything; must not throw. `last` is
///              true for the last stretch of each time.
template <typename Work>
void RunInTurn(const Schedule& schedule, std::size_t times, Work work) {
  constexpr std::size_t kOver = std::numeric_limits<std::size_t>::max();
  const std::size_t count = schedule.stretches.size();
  std::atomic<std::size_t> turn{0};
  const auto wait_for = [&turn](std::size_t mine) {
    // Turns are short: look for a while before going to sleep.
    for (int looks = 0; looks < 2000; ++looks) {
      if (const std::size_t now = turn.load(std::memory_order_acquire); now == mine || now == kOver)
        return now == mine;
    }
    for (std::size_t now = turn.load(); now != mine; now = turn.load()) {
      if (now == kOver) return false;
      turn.wait(now);
    }
    return true;
  };
  const auto run = [&](std::uint32_t thread) {
    for (std::size_t t = 0; t < times * count; ++t) {
      const Stretch& stretch = schedule.stretches[t % count];
      if (stretch.thread != thread) continue;
      if (!wait_for(t)) return;
      turn.store(work(stretch, t % count == count - 1) ? t + 1 : kOver, std::memory_order_release);
      turn.notify_all();
    }
  };
  std::vector<std::thread> others;
  for (std::uint32_t thread = 1; thread < schedule.threads; ++thread)
    others.emplace_back(run, thread);
  run(0);
  for (std::thread& other : others) other.join();
}

}  // namespace workbook::replay
