#pragma once

// Every verb of the command is a plain struct of options and one function, so that only
// command_line.cpp knows how options are written.

#include <string>
#include <vector>

#include "project.h"

namespace workbook::tool {

struct DevSyncArguments {
  bool check_only = false;
  bool force = false;
  bool json = false;
};
/// Writes skeletons and text snippets from the solutions. Returns the exit code.
int RunDevSync(const Project& project, const DevSyncArguments& arguments);

struct DevCheckArguments {
  std::string exercise;  ///< "", "3" or "3.2"
  int jobs = 2;
  bool json = false;
};
/// Proves every exercise: see CONTRIBUTING.md. Returns the exit code.
int RunDevCheck(const Project& project, const DevCheckArguments& arguments);

struct DevMutateArguments {
  std::string exercise;
  int jobs = 2;
  bool json = false;
};
/// Deletes each statement of a region in turn and lists those that no test misses.
int RunDevMutate(const Project& project, const DevMutateArguments& arguments);

struct TestArguments {
  std::vector<std::string> steps;
  bool list = false;
  bool json = false;
};
/// The project's own test command. Returns the exit code.
int RunTestVerb(const Project& project, const TestArguments& arguments);

struct DocsArguments {
  bool json = false;
};
/// Builds the site and prints where it is. Returns the exit code: 1 if there are warnings or broken
/// links.
int RunDocs(const Project& project, const DocsArguments& arguments);

}  // namespace workbook::tool
