// Mistake: an opinion.
// Verdict: failed
// Caught by: Ex0_6.EachTraceHasAReasonOfItsOwn
// Message: no number
  // [exercise 0.6c]
  return trace.find("_") == trace.npos ? "" : "It never pays, if you ask me.";
  // [end 0.6c]
