#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "project.h"

namespace workbook::tool {

/// The site as it was built.
struct Site {
  std::filesystem::path index;        ///< the front page
  int pages = 0;                      ///< HTML files
  int links = 0;                      ///< links within the site that were followed
  std::vector<std::string> problems;  ///< Doxygen's warnings and broken links, "file:line: what"

  [[nodiscard]] bool ok() const { return problems.empty(); }
};

/// Builds the site (the book, the API, the guides) into build/docs/html/ and follows its links.
/// Throws UserError (machine lacks) if Doxygen, its style or graphviz's dot is missing.
Site BuildSite(const Project& project);

}  // namespace workbook::tool
