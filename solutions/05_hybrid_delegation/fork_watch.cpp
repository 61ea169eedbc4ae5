#include "fork_watch.h"

#include <pthread.h>

#include <algorithm>
#include <array>
#include <mutex>
#include <stdexcept>

#include "hybrid_core.h"

namespace workbook::fork_watch {
namespace {

// Ready before any static initialiser runs, and never destroyed.
constinit std::mutex mutex;
constinit std::array<HybridCore*, kMaxCores> cores{};

template <typename Visit>
void ForEach(Visit visit) {
  for (HybridCore* const core : cores) {
    if (core != nullptr) visit(*core);
  }
}

// A child gets one thread and a copy of all memory, locks included: a lock held by another thread
// would stay held for ever. So whoever forks first takes all of them. No core calls a pool or its
// upstream with its lock held, so the order against their locks does not matter.
void LockAll() {
  mutex.lock();
  ForEach([](HybridCore& core) { core.LockForFork(); });
}

void UnlockAll() {
  ForEach([](HybridCore& core) { core.UnlockAfterFork(); });
  mutex.unlock();
}

void ChildAfterFork() {
  ForEach([](HybridCore& core) { core.MendInChild(); });
  UnlockAll();
}

// False if `from` stands nowhere.
bool Put(HybridCore* from, HybridCore* to) {
  const std::lock_guard lock(mutex);
  const auto place = std::find(cores.begin(), cores.end(), from);
  if (place == cores.end()) return false;
  *place = to;
  return true;
}

}  // namespace

void Add(HybridCore& core) {
  static const int once = pthread_atfork(LockAll, UnlockAll, ChildAfterFork);
  static_cast<void>(once);
  if (!Put(nullptr, &core)) throw std::length_error("too many HybridCores at one time");
}

void Remove(HybridCore& core) noexcept { static_cast<void>(Put(&core, nullptr)); }

}  // namespace workbook::fork_watch
