// Mistake: writes all events into one line.
// Verdict: failed
// Caught by: Ex4_7.WritesAnEventAsALine
// Message: by thread 7
  // [exercise 4.7d]
  const int length = std::snprintf(line, kEventLineBytes, "%s #%llu %llu bytes at %p by thread %d",
                                   verb, static_cast<unsigned long long>(event.serial),
                                   static_cast<unsigned long long>(event.payload_bytes),
                                   event.payload, event.thread);
  return static_cast<std::size_t>(length);
  // [end 4.7d]
