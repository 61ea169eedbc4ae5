// Mistake: takes a load that needs the store for a false alarm.
// Verdict: failed
// Caught by: Ex2_8.ARealOverlapIsNoFalseAlarm
// Message: the load does need that store
// [exercise 2.8d]
return (load - store) % 4096 < bytes || (store - load) % 4096 < bytes;
// [end 2.8d]
