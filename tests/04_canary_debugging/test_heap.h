#pragma once

#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <mutex>
#include <stdexcept>
#include <string>
#include <vector>

#include "debug_heap.h"
#include "draw.h"
#include "in_words.h"

namespace workbook::testing {

/// An upstream over malloc. It counts, refuses on request, and looks at each block once more when
/// it comes back. Lives as long as the process, as heaps do.
class CountingUpstream {
 public:
  HeapUpstream Get() { return {&Allocate, &Deallocate, this}; }

  /// From now on requests get null.
  void Refuse() { refuses_ = true; }
  /// From now on requests throw.
  void Throw() { throws_ = true; }

  int allocations() const { return allocations_; }
  int deallocations() const { return deallocations_; }
  int live() const { return allocations_ - deallocations_; }
  std::size_t live_bytes() const { return live_bytes_; }
  std::size_t most_live_bytes() const { return most_live_bytes_; }

  /// What the last block held when it came back.
  const std::vector<unsigned char>& last_contents() const { return last_contents_; }

 private:
  static void* Allocate(void* self, std::size_t bytes) {
    auto& upstream = *static_cast<CountingUpstream*>(self);
    if (upstream.throws_) throw std::runtime_error("the upstream is out of memory");
    if (upstream.refuses_) return nullptr;
    void* const block = std::malloc(bytes);
    const std::lock_guard lock(upstream.mutex_);
    ++upstream.allocations_;
    upstream.sizes_[block] = bytes;
    upstream.live_bytes_ += bytes;
    upstream.most_live_bytes_ = std::max(upstream.most_live_bytes_, upstream.live_bytes_);
    return block;
  }

  static void Deallocate(void* self, void* block) {
    auto& upstream = *static_cast<CountingUpstream*>(self);
    {
      const std::lock_guard lock(upstream.mutex_);
      ++upstream.deallocations_;
      const auto found = upstream.sizes_.find(block);
      if (found == upstream.sizes_.end()) {
        ADD_FAILURE() << "the upstream got " << block << " back, which is no block that it gave";
        return;
      }
      const auto* const bytes = static_cast<const unsigned char*>(block);
      upstream.last_contents_.assign(bytes, bytes + found->second);
      upstream.live_bytes_ -= found->second;
      upstream.sizes_.erase(found);
    }
    std::free(block);
  }

  bool refuses_ = false;
  bool throws_ = false;
  std::atomic<int> allocations_ = 0;
  std::atomic<int> deallocations_ = 0;
  std::mutex mutex_;
  std::map<void*, std::size_t> sizes_;
  std::size_t live_bytes_ = 0;
  std::size_t most_live_bytes_ = 0;
  std::vector<unsigned char> last_contents_;
};

/// A heap of its own over an upstream of its own, and all that it found.
class TestHeap {
 public:
  explicit TestHeap(DebugOptions options = {}) : upstream_(MakeUpstream()), found_(MakeFindings()) {
    options.handler = &Collect;
    options.handler_context = &found_;
    heap_ = &DebugHeap::Create(upstream_.Get(), options);
  }

  DebugHeap* operator->() { return heap_; }
  DebugHeap& heap() { return *heap_; }
  CountingUpstream& upstream() { return upstream_; }

  unsigned char* Allocate(std::size_t bytes) {
    return static_cast<unsigned char*>(heap_->Allocate(bytes));
  }
  static void Free(void* payload) { DebugHeap::Free(payload); }

  std::vector<Finding> Findings() {
    const std::lock_guard lock(found_.mutex);
    return found_.all;
  }

  /// Their reports, for failure messages.
  std::string Reports() {
    std::string text = std::to_string(Findings().size()) + " findings";
    for (const Finding& finding : Findings()) text += "\n" + Describe(finding);
    return text;
  }

 private:
  struct Found {
    std::mutex mutex;
    std::vector<Finding> all;
  };

  // Blocks may come back after the test, so none of these is ever destroyed.
  static CountingUpstream& MakeUpstream() {
    static auto& all = *new std::vector<CountingUpstream*>;
    all.push_back(new CountingUpstream);
    return *all.back();
  }
  static Found& MakeFindings() {
    static auto& all = *new std::vector<Found*>;
    all.push_back(new Found);
    return *all.back();
  }
  static void Collect(const Finding& finding, void* found) {
    auto& into = *static_cast<Found*>(found);
    const std::lock_guard lock(into.mutex);
    into.all.push_back(finding);
  }

  CountingUpstream& upstream_;
  Found& found_;
  DebugHeap* heap_;
};

}  // namespace workbook::testing
