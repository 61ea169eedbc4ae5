#pragma once

#include <mutex>
#include <string>
#include <vector>

#include "debug_allocator.h"
#include "in_words.h"
#include "scoped_swap.h"

namespace workbook::testing {

/// A DebugAllocator of its own over PyTorch's default, and all that it found. Lives for ever, as
/// what has served tensors must.
class TensorHeap {
 public:
  static TensorHeap& Make(DebugOptions options = DebugOptions::Everything()) {
    return *new TensorHeap(options);
  }

  DebugAllocator& allocator() { return *allocator_; }
  DebugHeap& heap() { return allocator_->heap(); }

  std::vector<Finding> Findings() {
    const std::lock_guard lock(mutex_);
    return findings_;
  }

  std::string Reports() {
    std::string text;
    for (const Finding& finding : Findings()) text += Describe(finding) + "\n";
    return text;
  }

 private:
  explicit TensorHeap(DebugOptions options) {
    options.handler = &Collect;
    options.handler_context = this;
    allocator_ = new DebugAllocator(c10::GetDefaultCPUAllocator(), options);
    static auto& all = *new std::vector<TensorHeap*>;  // so that no leak checker wonders
    all.push_back(this);
  }

  static void Collect(const Finding& finding, void* self) {
    auto& heap = *static_cast<TensorHeap*>(self);
    const std::lock_guard lock(heap.mutex_);
    heap.findings_.push_back(finding);
  }

  std::mutex mutex_;
  std::vector<Finding> findings_;
  DebugAllocator* allocator_;
};

}  // namespace workbook::testing
