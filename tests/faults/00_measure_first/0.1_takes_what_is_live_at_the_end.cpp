// Mistake: never keeps the largest value: what it returns is what is live at the end.
// Verdict: failed
// Caught by: Ex0_1.ThePeakStaysWhenTheMemoryIsGone
// Message: yours is 0 bytes
  // [exercise 0.1]
  Peak peak;
  for (const trace::Event& event : events) {
    peak.bytes += event.kind == trace::Kind::kAllocate ? event.bytes : -event.bytes;
    ++peak.events;
  }
  return peak;
  // [end 0.1]
