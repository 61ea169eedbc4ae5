// Mistake: a static object, which is destroyed after main, before older statics that hold tensors.
// Verdict: failed
// Caught by: Ex1_8.TheSharedAllocatorServesUntilTheVeryEnd
// Message: was destroyed at exit
// [exercise 1.8]
  static NaiveAllocator shared;
  return shared;
// [end 1.8]
