#include "default_census.h"

#include <c10/core/Allocator.h>
#include <c10/util/ThreadLocalDebugInfo.h>

namespace workbook {

class DefaultCensus::Listener : public c10::MemoryReportingInfoBase {
 public:
  void reportMemoryUsage(void*, std::int64_t alloc_size, std::size_t, std::size_t,
                         c10::Device device) override {
    if (alloc_size <= 0 || !device.is_cpu()) return;  // a negative size is a free
    ++counts[static_cast<std::size_t>(alloc_size)];
  }
  bool memoryProfilingEnabled() const override { return true; }

  std::map<std::size_t, std::size_t> counts;
};

DefaultCensus::DefaultCensus() : listener_(std::make_shared<Listener>()) {
  c10::ThreadLocalDebugInfo::_push(c10::DebugInfoKind::PROFILER_STATE, listener_);
}

DefaultCensus::~DefaultCensus() {
  c10::ThreadLocalDebugInfo::_pop(c10::DebugInfoKind::PROFILER_STATE);
}

const std::map<std::size_t, std::size_t>& DefaultCensus::counts() const {
  return listener_->counts;
}

std::size_t DefaultCensus::total() const {
  std::size_t sum = 0;
  for (const auto& [bytes, count] : listener_->counts) sum += count;
  return sum;
}

void DefaultCensus::Clear() { listener_->counts.clear(); }

std::string DescribeSizes(const std::map<std::size_t, std::size_t>& counts, std::size_t limit) {
  if (counts.empty()) return "none";
  std::string text;
  std::size_t shown = 0;
  for (const auto& [bytes, count] : counts) {
    if (shown++ == limit) {
      return text + " and " + std::to_string(counts.size() - limit) + " more sizes";
    }
    text +=
        (text.empty() ? "" : ", ") + std::to_string(count) + " x " + std::to_string(bytes) + " B";
  }
  return text;
}

}  // namespace workbook
