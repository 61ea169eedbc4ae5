#include "schedule.h"

#include <algorithm>
#include <map>
#include <unordered_map>

#include "trace/reader.h"

namespace workbook::replay {
namespace {

class Builder {
 public:
  void Take(const trace::Event& event, std::uint64_t line) {
    AddToStretch(ThreadOf(event.thread));
    schedule_.operations.push_back({event.bytes, SlotOf(event), event.kind});
    schedule_.origins.push_back({line, event.id});
    schedule_.trace.events.push_back(event);
  }

  Schedule Finish(const trace::Reader& reader) {
    schedule_.slots = slots_;
    schedule_.threads = static_cast<std::uint32_t>(threads_.size());
    schedule_.trace.tags = reader.tags();
    schedule_.trace.summary = reader.summary();
    schedule_.trace.complete = reader.complete();
    return std::move(schedule_);
  }

  void NoteLive(std::uint64_t bytes) {
    schedule_.peak_bytes = std::max(schedule_.peak_bytes, bytes);
  }

 private:
  std::uint32_t ThreadOf(std::uint32_t thread) {
    return threads_.emplace(thread, static_cast<std::uint32_t>(threads_.size())).first->second;
  }

  std::uint32_t SlotOf(const trace::Event& event) {
    if (event.kind == trace::Kind::kFree) {
      const auto found = live_.find(event.id);
      const std::uint32_t slot = found->second;
      live_.erase(found);
      free_slots_.push_back(slot);
      return slot;
    }
    if (free_slots_.empty()) free_slots_.push_back(slots_++);
    const std::uint32_t slot = free_slots_.back();
    free_slots_.pop_back();
    live_.emplace(event.id, slot);
    return slot;
  }

  void AddToStretch(std::uint32_t thread) {
    const std::size_t at = schedule_.operations.size();
    if (schedule_.stretches.empty() || schedule_.stretches.back().thread != thread)
      schedule_.stretches.push_back({thread, at, at});
    schedule_.stretches.back().end = at + 1;
  }

  Schedule schedule_;
  std::map<std::uint32_t, std::uint32_t> threads_;
  std::unordered_map<std::uint64_t, std::uint32_t> live_;
  std::vector<std::uint32_t> free_slots_;
  std::uint32_t slots_ = 0;
};

}  // namespace

Schedule ReadSchedule(const std::filesystem::path& file) {
  trace::Reader reader(file);
  Builder builder;
  trace::Event event;
  while (reader.Next(event)) {
    builder.Take(event, reader.line());
    builder.NoteLive(reader.live_bytes());
  }
  return builder.Finish(reader);
}

}  // namespace workbook::replay
