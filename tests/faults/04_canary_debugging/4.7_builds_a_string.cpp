// Mistake: builds the line in a std::string, which asks for memory.
// Verdict: failed
// Caught by: Ex4_7.TakesNoMemoryForAnEvent
// Message: asked for memory
  // [exercise 4.7d]
  const std::string text = std::string(verb) + " #" + std::to_string(event.serial) + " " +
                           std::to_string(event.payload_bytes) + " bytes at ";
  const int length = std::snprintf(line, kEventLineBytes, "%s%p by thread %d\n", text.c_str(),
                                   event.payload, event.thread);
  return static_cast<std::size_t>(length);
  // [end 4.7d]
