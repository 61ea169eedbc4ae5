// Mistake: cuts sizes down to 32 bits.
// Verdict: failed
// Caught by: Ex4_7.TheLongestLineIsStillALine
// Message: line.find
  // [exercise 4.7d]
  const int length = std::snprintf(line, kEventLineBytes, "%s #%llu %u bytes at %p by thread %d\n",
                                   verb, static_cast<unsigned long long>(event.serial),
                                   static_cast<unsigned>(event.payload_bytes), event.payload,
                                   event.thread);
  return static_cast<std::size_t>(length);
  // [end 4.7d]
