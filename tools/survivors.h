#pragma once

#include <string>
#include <vector>

#include "catalog.h"
#include "project.h"

namespace workbook::tool {

/// A statement that may be deleted without a test noticing, and why that is right.
struct Survivor {
  std::string exercise;
  std::string statement;
  std::string reason;
};

/// Reads tests/faults/NN_topic/survivors.toml; empty if there is none. Throws UserError if an entry
/// lacks its exercise, statement or reason.
std::vector<Survivor> ReadSurvivors(const Project& project, const Chapter& chapter);

}  // namespace workbook::tool
