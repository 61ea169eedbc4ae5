#include "lifetimes.h"

#include <map>
#include <unordered_map>

#include "trace/share.h"
#include "workbook/not_implemented.h"

namespace workbook {
using trace::Share;

std::vector<Lifetime> Lifetimes(std::span<const trace::Event> events) {
  // [exercise 0.3]
  struct Open {
    std::size_t index;  // of its Lifetime
    std::size_t born;   // the event's number
    std::uint32_t thread;
  };
  std::vector<Lifetime> lifetimes;
  std::unordered_map<std::uint64_t, Open> open;
  for (std::size_t i = 0; i < events.size(); ++i) {
    const trace::Event& event = events[i];
    if (event.kind == trace::Kind::kAllocate) {
      open[event.id] = {lifetimes.size(), i, event.thread};
      lifetimes.push_back({event.bytes, events.size() - i, false, false});
      continue;
    }
    const Open& block = open.at(event.id);
    Lifetime& lifetime = lifetimes[block.index];
    lifetime.events = i - block.born;
    lifetime.freed = true;
    lifetime.remote = event.thread != block.thread;
    open.erase(event.id);
  }
  return lifetimes;
  // [end 0.3]
}

YoungShares ShareOfYoung(std::span<const Lifetime> lifetimes, std::uint64_t most_events) {
  // [exercise 0.3b]
  std::uint64_t young_blocks = 0;
  std::uint64_t young_memory = 0;
  std::uint64_t memory = 0;
  for (const Lifetime& lifetime : lifetimes) {
    const std::uint64_t byte_events = lifetime.bytes * lifetime.events;
    memory += byte_events;
    if (!lifetime.freed || lifetime.events > most_events) continue;
    ++young_blocks;
    young_memory += byte_events;
  }
  return {Share(young_blocks, lifetimes.size()), Share(young_memory, memory)};
  // [end 0.3b]
}

double MeanLiveBytes(std::span<const Lifetime> lifetimes, std::size_t event_count) {
  // [exercise 0.3c]
  std::uint64_t byte_events = 0;
  for (const Lifetime& lifetime : lifetimes) byte_events += lifetime.bytes * lifetime.events;
  return Share(byte_events, event_count);
  // [end 0.3c]
}

double RemoteShare(std::span<const Lifetime> lifetimes) {
  std::uint64_t freed = 0;
  std::uint64_t remote = 0;
  for (const Lifetime& lifetime : lifetimes) {
    freed += lifetime.freed ? 1 : 0;
    remote += lifetime.remote ? 1 : 0;
  }
  return Share(remote, freed);
}

}  // namespace workbook
