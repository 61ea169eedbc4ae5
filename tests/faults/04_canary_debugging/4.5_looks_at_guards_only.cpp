// Mistake: asks for the guards of each block, although a block in quarantine has a payload to show too. No
// test of 4.3 can see it: there no block is in quarantine yet.
// Verdict: failed
// Caught by: Ex4_5_Heap.FindsAWriteAfterTheFreeOnRequestAndReportsItOnce
// Message: ask LookAt()
  // [exercise 4.3c]
    const Damage damage = record->reported ? Damage{} : CheckGuards(record->bounds);
    if (damage) {
      record->reported = true;
      findings.push_back(DamageFinding(*record, damage, "by a check on request"));
    }
  // [end 4.3c]
