#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "catalog.h"
#include "project.h"

namespace workbook::tool {

/// The stub of every region of a chapter, by region id.
std::map<std::string, std::string> Stubs(const Chapter& chapter);

/// The skeleton of one file of a chapter: all regions stubs, no snippet markers.
std::string SkeletonOf(const Project& project, const Chapter& chapter, const std::string& file);

/// What the solutions say that a file in chapters/ should hold.
struct GeneratedFile {
  std::string name;  ///< relative to the root
  std::string text;
  bool is_skeleton = false;  ///< false: a README.md with its snippets filled
};

/// Every file that `dev sync` writes. Throws UserError if a snippet is unknown or hides a region.
std::vector<GeneratedFile> GenerateAll(const Project& project, const Catalog& catalog);

/// A chapter's README.md with every fence between `<!-- snippet FILE NAME -->` and
/// `<!-- end snippet -->` filled from the solutions.
std::string WithSnippets(const Project& project, const Chapter& chapter, std::string_view text,
                         const std::string& shown_name);

/// Names of those generated files that differ from what is on disk, or are missing.
std::vector<std::string> OutOfDate(const Project& project, const Catalog& catalog);

}  // namespace workbook::tool
