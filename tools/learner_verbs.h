#pragma once

// The learner's verbs: each is a plain struct of options and one function that prints and returns
// the exit code. Only command_line.cpp knows how options are written.

#include <string>
#include <vector>

#include "project.h"

namespace workbook::tool {

struct CheckArguments {
  std::vector<std::string> names;  ///< "3", "3.2", "3.milestone"; none: the first unfinished onward
  bool all = false;                ///< every exercise, whatever is remembered
  bool json = false;
  std::string junit;      ///< where the JUnit report goes; empty: .workbook/junit.xml
  std::string sanitizer;  ///< "", "address", "undefined" or "thread"
  int seconds = 60;       ///< time limit of one test program
};
int RunCheck(const Project& project, const CheckArguments& arguments);

struct WatchArguments {
  bool json = false;
};
/// Checks the exercise being edited after each save, until Ctrl-C.
int RunWatch(const Project& project, const WatchArguments& arguments);

struct NextArguments {
  bool json = false;
};
int RunNext(const Project& project, const NextArguments& arguments);

struct ListArguments {
  std::string track;  ///< "" or "workshop"
  bool json = false;
};
int RunList(const Project& project, const ListArguments& arguments);

/// For hint, solution and diff.
struct ExerciseArguments {
  std::string exercise;  ///< empty: the first unfinished one
  bool json = false;
};
/// Shows one hint more each time; all of them once the exercise has passed.
int RunHint(const Project& project, const ExerciseArguments& arguments);
/// Shows the solution after a pass, or when asked twice.
int RunSolution(const Project& project, const ExerciseArguments& arguments);
/// The learner's code against the solution where that may be seen, else against the skeleton.
int RunDiff(const Project& project, const ExerciseArguments& arguments);

struct ResetArguments {
  std::string name;  ///< a chapter or an exercise
  bool json = false;
};
/// Puts the skeleton back; keeps a copy of every file that it changes.
int RunReset(const Project& project, const ResetArguments& arguments);

struct DoctorArguments {
  bool json = false;
};
int RunDoctor(const Project& project, const DoctorArguments& arguments);

struct UpdateArguments {
  std::string from;  ///< a folder or a git address; empty: where this checkout came from
  bool json = false;
};
int RunUpdate(const Project& project, const UpdateArguments& arguments);

struct DemoArguments {
  bool json = false;
};
/// A wrong answer and a right one, judged in a scratch copy.
int RunDemo(const Project& project, const DemoArguments& arguments);

}  // namespace workbook::tool
