// Mistake: takes the newest slab for the whole store.
// Verdict: failed
// Caught by: Ex3_4.UsesUpASlabBeforeItGrows
// Message: store_.capacity()
  // [exercise 3.4b]
  return slabs_ == nullptr ? 0 : slabs_->capacity;
  // [end 3.4b]
