#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace workbook::tool {

/// Links of a folder of HTML files.
struct LinkReport {
  int checked = 0;                  ///< links within the folder
  std::vector<std::string> broken;  ///< "page.html: target: what is missing"
};

/// Checks that every `href`, `src` and `data` below a folder leads to a file, and to an anchor in
/// it, that exists. Addresses elsewhere (https and such) are not followed.
LinkReport CheckLinks(const std::filesystem::path& site);

}  // namespace workbook::tool
