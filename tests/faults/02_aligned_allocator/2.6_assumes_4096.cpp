// Mistake: takes the page size of one machine for all.
// Verdict: failed
// Caught by: Ex2_6.AsksTheMachineForItsPageSize
// Message: on a machine with such pages
// [exercise 2.6]
return 4096;
// [end 2.6]
