// Mistake: one sentence for all.
// Verdict: failed
// Caught by: Ex0_6.EachTraceHasAReasonOfItsOwn
// Message: the same reason
  // [exercise 0.6c]
  return trace.find("_") == trace.npos ? "" : "The calls are less than 5 % of the run.";
  // [end 0.6c]
