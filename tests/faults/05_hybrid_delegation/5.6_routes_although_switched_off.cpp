// Mistake: never asks whether it is switched on.
// Verdict: failed
// Caught by: Ex5_6.AClosedCoreLeavesEverythingToTheUpstream
// Message: the request must go upstream as it is
  // [exercise 5.6]
  const ClassIndex index = router_.Route(bytes);
  if (index == kNoClass) return Delegate(bytes, Delegated::kIrregular);
  if (index < pools_.size()) return FromPool(index, bytes);
  const auto shelf = static_cast<ClassIndex>(index - pools_.size());
  Tick();
  return FromShelf(shelf, bytes, NoteRequest(shelf) ? Fit::kWhole : Fit::kExact);
  // [end 5.6]
