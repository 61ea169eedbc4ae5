#pragma once

#include <string>
#include <vector>

#include "project.h"

namespace workbook::tool {

struct TraceShowArguments {
  std::string file = {};
  std::string picture = {};   ///< .svg or .png; empty: none
  std::string chrome = {};    ///< .json; empty: none
  std::string snapshot = {};  ///< .pickle; empty: none
  bool json = false;
};
/// `./workbook trace show FILE`: what a trace says, in words and numbers, and its exports.
/// @return 0. Throws UserError: 2 for a file that is not there, 1 for one that is no sound trace,
///         6 where an export needs a Python that is missing.
int RunTraceShow(const Project& project, const TraceShowArguments& arguments);

struct TraceReplayArguments {
  std::string file = {};
  /// "default", "3" (the learner's chapter 3), "reference" (of the last chapter that can be
  /// replayed) or "reference:3"
  std::vector<std::string> with{"default", "reference"};
  int rounds = 15;  ///< of the timing
  bool json = false;
};
/// `./workbook trace replay FILE --with …`: drives allocators with a trace, checks every block,
/// scores memory and speed.
/// @return the worst of: 0 all blocks sound, 3 not started, 4 does not compile, 1 a block was not
///         sound, 5 crashed or hung, 6 the machine lacks something. Throws UserError as
///         RunTraceShow does.
int RunTraceReplay(const Project& project, const TraceReplayArguments& arguments);

}  // namespace workbook::tool
