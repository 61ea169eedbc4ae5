// Mistake: the clock is read around every call, not once.
// Verdict: failed
// Caught by: Ex0_4.TheClocksOwnTimeIsTakenOut
// Message: measuring each of them added 40 ns
  // [exercise 0.4]
  static_cast<void>(calls);
  const std::uint64_t measured = summary.allocate_ns + summary.free_ns;
  return measured > clock_ns ? measured - clock_ns : 0;
  // [end 0.4]
