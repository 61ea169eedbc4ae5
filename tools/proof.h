#pragma once

#include <memory>
#include <string>
#include <vector>

#include "catalog.h"
#include "faults.h"
#include "project.h"

namespace workbook::tool {

/// What became of one planted fault.
struct FaultProof {
  std::string name;
  bool caught = false;
  std::string by;  ///< the test that caught it
};

/// What `dev check` knows of one exercise. It is proven if `holes` is empty.
struct ExerciseProof {
  std::string id;
  bool is_milestone = false;
  bool skeleton = false;  ///< equals what is generated, is not started by itself, its tests are red
  bool solution = false;  ///< exercises 1…k are green when 1…k are solved
  std::string skipped;    ///< why a milestone says nothing on this machine; no hole, no pass
  std::vector<FaultProof> faults;
  std::vector<std::string> holes;  ///< what is missing, one sentence each
};

/// Proves exercises: for every exercise k of a chapter,
///   - the text is complete: section, hints, minutes; regions stand in .cpp files only; the
///   skeleton
///     is what the solutions generate, and its text counts as not started;
///   - with 1…k-1 solved and the rest stubs, exercise k is red; with 1…k solved, 1…k are green;
///   - with an emptied file it is red;
///   - each planted fault compiles, ends with the verdict and words it announces in the test it
///     names, and turns none of 1…k-1 red; at most one is caught by the exercise's first test.
/// A milestone must be green with everything solved, or say why this machine cannot tell.
/// @param name  "", "3" or "3.2"
/// @param jobs  states at a time
std::vector<ExerciseProof> Prove(const Project& project, const Catalog& catalog,
                                 const std::string& name, int jobs);

}  // namespace workbook::tool
