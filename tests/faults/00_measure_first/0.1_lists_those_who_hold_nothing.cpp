// Mistake: whoever ever had a block stays in the list.
// Verdict: failed
// Caught by: Ex0_1.TheFreedBlockIsTakenFromItsOwner
// Message: live at the end: tag 1: 100 B in 1
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
    holders.push_back(holder);
  }
  std::stable_sort(holders.begin(), holders.end(),
                   [](const Holder& a, const Holder& b) { return a.bytes > b.bytes; });
  return holders;
  // [end 0.1b]
