// Mistake: a weighted mean of the two speeds: a huge factor promises a huge gain.
// Verdict: failed
// Caught by: Ex0_4.HalfOfARunMadeTwiceAsFastGivesAThird
// Message: 100 s become 75 s
  // [exercise 0.4c]
  return (1 - share) + share * factor;
  // [end 0.4c]
