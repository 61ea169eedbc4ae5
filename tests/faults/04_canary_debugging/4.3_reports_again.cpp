// Mistake: reports the same damage at every check.
// Verdict: failed
// Caught by: Ex4_3_Heap.ACheckOnRequestFindsDamageInLiveBlocksOnce
// Message: was reported again
  // [exercise 4.3c]
    if (const Damage damage = LookAt(*record))
      findings.push_back(DamageFinding(*record, damage, "by a check on request"));
  // [end 4.3c]
