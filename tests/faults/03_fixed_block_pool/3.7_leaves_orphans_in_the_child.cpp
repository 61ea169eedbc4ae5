// Mistake: recounts the caches of missing threads but leaves their blocks there for ever.
// Verdict: failed
// Caught by: Ex3_7.AForkedChildGetsTheCachesOfThreadsThatItDoesNotHave
// Message: the child should keep
  // [exercise 3.7b]
  for (ThreadCache* cache = core.caches(); cache != nullptr; cache = cache->next)
    cache->blocks.Recount();
  // [end 3.7b]
