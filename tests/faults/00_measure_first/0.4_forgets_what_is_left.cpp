// Mistake: takes the accelerated part out altogether.
// Verdict: failed
// Caught by: Ex0_4.HalfOfARunMadeTwiceAsFastGivesAThird
// Message: 100 s become 75 s
  // [exercise 0.4c]
  return factor > 1 ? 1 / (1 - share) : 1;
  // [end 0.4c]
