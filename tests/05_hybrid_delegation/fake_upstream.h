#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <limits>
#include <map>
#include <mutex>

#include "upstream_memory.h"

namespace workbook::test_support {

/// An upstream that knows every block it gave, says at once when one comes back that is not out,
/// and can be made to run dry.
class FakeUpstream final : public UpstreamMemory {
 public:
  ~FakeUpstream() override {
    EXPECT_EQ(blocks_.size(), 0U) << "blocks of the upstream that never came back";
  }

  void* Allocate(std::size_t bytes) noexcept override {
    const std::lock_guard lock(mutex_);
    ++requests;
    last_request = bytes;
    if (bytes > capacity - live_bytes) return nullptr;
    void* const block = std::aligned_alloc(64, (bytes + 63) / 64 * 64);
    blocks_[block] = bytes;
    live_bytes += bytes;
    peak_bytes = std::max(peak_bytes, live_bytes);
    return block;
  }

  void Free(void* block) noexcept override {
    if (before_free) before_free();
    const std::lock_guard lock(mutex_);
    const auto found = blocks_.find(block);
    if (found == blocks_.end()) {
      ADD_FAILURE() << "the upstream got " << block << ", which is no live block of its own";
      return;
    }
    live_bytes -= found->second;
    blocks_.erase(found);
    std::free(block);
  }

  /// Bytes of a block that is out; 0 for another address.
  std::size_t BytesOf(void* block) const {
    const auto found = blocks_.find(block);
    return found == blocks_.end() ? 0 : found->second;
  }
  std::size_t live_blocks() const { return blocks_.size(); }

  std::function<void()> before_free;  ///< called before each Free(), without any lock
  std::size_t capacity = std::numeric_limits<std::size_t>::max();  ///< bytes that it has in all
  std::size_t live_bytes = 0;
  std::size_t peak_bytes = 0;
  std::size_t requests = 0;
  std::size_t last_request = 0;

 private:
  std::mutex mutex_;
  std::map<void*, std::size_t> blocks_;
};

}  // namespace workbook::test_support
