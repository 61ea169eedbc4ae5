#include "analysis.h"

#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <tuple>
#include <unordered_map>

#include "reader.h"
#include "share.h"

namespace workbook::trace {
namespace {

// Counts numbers in classes by powers of two: class k holds 2^(k-1)+1 … 2^k, class 0 holds 0 and 1.
class PowerClasses {
 public:
  void Add(std::uint64_t number) {
    ++counts_[number <= 1 ? 0 : static_cast<std::size_t>(std::bit_width(number - 1))];
    ++total_;
  }
  // The upper bound of the class in which this share of the numbers is reached.
  [[nodiscard]] std::uint64_t Quantile(double share) const {
    const double wanted = share * static_cast<double>(total_);
    std::uint64_t seen = 0;
    for (std::size_t k = 0; k < counts_.size(); ++k) {
      seen += counts_[k];
      if (seen > 0 && static_cast<double>(seen) >= wanted)
        return std::uint64_t{1} << std::min<std::size_t>(k, 63);
    }
    return 0;
  }

 private:
  std::array<std::uint64_t, 65> counts_{};
  std::uint64_t total_ = 0;
};

class Analyst {
 public:
  void Take(const Event& event) {
    ++result_.events;
    if (result_.events == 1) result_.first_us = event.microsecond;
    result_.first_us = std::min(result_.first_us, event.microsecond);
    result_.last_us = std::max(result_.last_us, event.microsecond);
    if (event.kind == Kind::kAllocate) {
      TakeAllocation(event);
    } else {
      TakeFree(event);
    }
  }

  Analysis Finish(const std::vector<std::string>& names) {
    NotePeak();
    result_.end_bytes = live_bytes_;
    result_.end_blocks = live_.size();
    FinishSizes();
    FinishTags(names);
    for (const auto& [thread, use] : threads_) result_.threads.push_back(use);
    FinishLifetimes();
    return std::move(result_);
  }

 private:
  struct Live {
    std::uint64_t event;
    std::uint64_t microsecond;
    std::uint32_t thread;
  };
  struct Size {
    std::uint64_t requests = 0;
    std::uint64_t live = 0;
    std::uint64_t most_live = 0;
  };
  struct Tag {
    std::uint64_t requests = 0;
    std::uint64_t requested_bytes = 0;
    std::uint64_t live_bytes = 0;
    std::uint64_t live_blocks = 0;
  };

  void TakeAllocation(const Event& event) {
    ++result_.allocations;
    ++ThreadOf(event.thread).allocations;
    result_.requested_bytes += event.bytes;
    result_.empty_requests += event.bytes == 0;
    if (event.bytes > 0) TakeSize(event.bytes);
    Tag& tag = TagOf(event.tag);
    ++tag.requests;
    tag.requested_bytes += event.bytes;
    tag.live_bytes += event.bytes;
    ++tag.live_blocks;
    live_.emplace(event.id, Live{result_.events, event.microsecond, event.thread});
    live_bytes_ += event.bytes;
    if (live_bytes_ <= result_.peak_bytes) return;
    result_.peak_bytes = live_bytes_;
    result_.peak_blocks = live_.size();
    result_.peak_event = result_.events;
    result_.peak_us = event.microsecond;
    peak_is_now_ = true;
  }

  void TakeFree(const Event& event) {
    NotePeak();
    ++result_.frees;
    ThreadUse& thread = ThreadOf(event.thread);
    ++thread.frees;
    Tag& tag = TagOf(event.tag);
    tag.live_bytes -= event.bytes;
    --tag.live_blocks;
    live_bytes_ -= event.bytes;
    if (event.bytes > 0) --sizes_[event.bytes].live;
    const auto found = live_.find(event.id);
    const Live& block = found->second;
    thread.frees_of_others += block.thread != event.thread;
    lived_events_.Add(result_.events - block.event);
    // The clocks of two threads may differ a little.
    const std::uint64_t lived = event.microsecond - std::min(event.microsecond, block.microsecond);
    lived_us_.Add(lived);
    result_.lifetimes.longest_us = std::max(result_.lifetimes.longest_us, lived);
    live_.erase(found);
  }

  // A block is served again by a cache exactly when fewer blocks of its size are live than were
  // once: what was freed since then lies there.
  void TakeSize(std::uint64_t bytes) {
    Size& size = sizes_[bytes];
    repeats_ += size.requests > 0;
    reuses_ += size.live < size.most_live;
    ++size.requests;
    ++size.live;
    size.most_live = std::max(size.most_live, size.live);
  }

  // Who holds the peak is written down only when it is over: at the next free. Doing it at each
  // allocation that climbs would cost a look at all tags each time.
  void NotePeak() {
    if (!peak_is_now_) return;
    peak_is_now_ = false;
    at_peak_ = tags_;
  }

  void FinishSizes() {
    const std::uint64_t real = result_.allocations - result_.empty_requests;
    result_.repeat_share = Share(repeats_, real);
    result_.reuse_share = Share(reuses_, real);
    for (const auto& [bytes, size] : sizes_)
      result_.sizes.push_back({bytes, size.requests, size.most_live});
    std::sort(result_.sizes.begin(), result_.sizes.end(), [](const SizeUse& a, const SizeUse& b) {
      return std::tie(b.requests, b.bytes) < std::tie(a.requests, a.bytes);
    });
  }

  void FinishTags(const std::vector<std::string>& names) {
    at_peak_.resize(tags_.size());
    for (std::size_t i = 0; i < tags_.size(); ++i) {
      if (tags_[i].requests == 0) continue;
      result_.tags.push_back({names.at(i), tags_[i].requests, tags_[i].requested_bytes,
                              at_peak_[i].live_bytes, at_peak_[i].live_blocks});
    }
    std::sort(result_.tags.begin(), result_.tags.end(), [](const TagUse& a, const TagUse& b) {
      return std::tie(b.bytes_at_peak, b.requested_bytes, a.name) <
             std::tie(a.bytes_at_peak, a.requested_bytes, b.name);
    });
  }

  void FinishLifetimes() {
    Lifetimes& lives = result_.lifetimes;
    lives.freed = result_.frees;
    lives.never_freed = live_.size();
    lives.median_events = lived_events_.Quantile(0.5);
    lives.ninth_decile_events = lived_events_.Quantile(0.9);
    lives.median_us = std::min(lived_us_.Quantile(0.5), lives.longest_us);
    lives.ninth_decile_us = std::min(lived_us_.Quantile(0.9), lives.longest_us);
  }

  Tag& TagOf(std::uint32_t tag) {
    if (tag >= tags_.size()) tags_.resize(tag + 1);
    return tags_[tag];
  }

  ThreadUse& ThreadOf(std::uint32_t thread) {
    ThreadUse& use = threads_[thread];
    use.thread = thread;
    return use;
  }

  Analysis result_;
  std::unordered_map<std::uint64_t, Live> live_;
  std::unordered_map<std::uint64_t, Size> sizes_;
  std::vector<Tag> tags_;
  std::vector<Tag> at_peak_;
  std::map<std::uint32_t, ThreadUse> threads_;
  PowerClasses lived_events_;
  PowerClasses lived_us_;
  std::uint64_t live_bytes_ = 0;
  std::uint64_t repeats_ = 0;
  std::uint64_t reuses_ = 0;
  bool peak_is_now_ = false;
};

}  // namespace

Analysis Analyze(Reader& reader) {
  Analyst analyst;
  Event event;
  while (reader.Next(event)) analyst.Take(event);
  return analyst.Finish(reader.tags());
}

Analysis Analyze(const Trace& trace) {
  Analyst analyst;
  for (const Event& event : trace.events) analyst.Take(event);
  return analyst.Finish(trace.tags);
}

}  // namespace workbook::trace
