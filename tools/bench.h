#pragma once

#include "project.h"

namespace workbook::tool {

struct BenchArguments {
  int chapter = 0;
  bool reference = false;  ///< measure only the reference
  bool json = false;
  int repetitions = 15;   ///< of each case, in the first try
  double seconds = 0.05;  ///< one repetition, at least
  bool plot = true;
};

/// `./workbook bench N`: measures the learner's stage and the reference, each against PyTorch's
/// default, judges the chapter's gates, writes .workbook/bench/NN.json and a plot.
/// @return 0 gates met (or inconclusive, which it says), 1 a gate missed or a case failed its own
///         verification, 3 an exercise is not written yet, 4 does not compile, 5 crashed,
///         6 the machine lacks something
int RunBench(const Project& project, const BenchArguments& arguments);

}  // namespace workbook::tool
