#include "live_bytes.h"

#include <algorithm>
#include <map>

#include "workbook/not_implemented.h"

namespace workbook {

Peak FindPeak(std::span<const trace::Event> events) {
  // [exercise 0.1]
  Peak peak;
  std::uint64_t live = 0;
  for (std::size_t i = 0; i < events.size(); ++i) {
    if (events[i].kind == trace::Kind::kFree) {
      live -= events[i].bytes;
      continue;
    }
    live += events[i].bytes;
    if (live > peak.bytes) peak = {live, i + 1};
  }
  return peak;
  // [end 0.1]
}

std::vector<Holder> HoldersAfter(std::span<const trace::Event> events) {
  // [exercise 0.1b]
  std::map<std::uint32_t, Holder> by_tag;
  for (const trace::Event& event : events) {
    Holder& holder = by_tag[event.tag];
    holder.tag = event.tag;
    if (event.kind == trace::Kind::kAllocate) {
      holder.bytes += event.bytes;
      ++holder.blocks;
    } else {
      holder.bytes -= event.bytes;
      --holder.blocks;
    }
  }
  std::vector<Holder> holders;
  for (const auto& [tag, holder] : by_tag) {
    if (holder.blocks > 0) holders.push_back(holder);
  }
  std::stable_sort(holders.begin(), holders.end(),
                   [](const Holder& a, const Holder& b) { return a.bytes > b.bytes; });
  return holders;
  // [end 0.1b]
}

}  // namespace workbook
