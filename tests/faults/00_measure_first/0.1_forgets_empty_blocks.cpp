// Mistake: goes by the bytes: who holds a block of zero bytes only is left out.
// Verdict: failed
// Caught by: Ex0_1.ABlockOfZeroBytesIsABlock
// Message: tag 2: 0 B in 1
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
    if (holder.bytes > 0) holders.push_back(holder);
  }
  std::stable_sort(holders.begin(), holders.end(),
                   [](const Holder& a, const Holder& b) { return a.bytes > b.bytes; });
  return holders;
  // [end 0.1b]
