#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace workbook::tool {

/// The bodies of those regions that stand whole in a text, even where other markers of it are
/// damaged: exactly one opening and one closing marker of that id, with no other marker between.
std::map<std::string, std::string> WholeRegions(std::string_view text,
                                                const std::vector<std::string>& ids);

/// Lines that a learner wrote outside all regions: those of `text` that `skeleton` lacks, regions
/// left out on both sides. Empty when only regions differ.
std::string LinesOutsideRegions(std::string_view skeleton, std::string_view text);

}  // namespace workbook::tool
