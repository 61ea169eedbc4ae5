// Mistake: stops at the first damaged block.
// Verdict: failed
// Caught by: Ex4_3_Heap.ACheckOnRequestFindsDamageInLiveBlocksOnce
// Message: heap->Check()
  // [exercise 4.3c]
    const Damage damage = record->reported || !findings.empty() ? Damage{} : LookAt(*record);
    if (damage) {
      record->reported = true;
      findings.push_back(DamageFinding(*record, damage, "by a check on request"));
    }
  // [end 4.3c]
