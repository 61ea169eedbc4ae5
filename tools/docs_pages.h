#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace workbook::tool {

/// A Markdown page of the site.
struct SitePage {
  std::string id;        ///< its name in addresses, such as "chapter_03"; "index" is the front page
  std::string markdown;  ///< its text as people wrote it
};

/// A solution that is shown folded at the end of a section.
struct FoldedSolution {
  std::string section;   ///< the heading of the section, without its `#`
  std::string summary;   ///< the line that stands there while it is folded
  std::string markdown;  ///< what it unfolds to
};

/// Everything that a link may lead to. Paths are relative to the project's root.
struct SiteContents {
  std::map<std::string, SitePage> pages;          ///< Markdown pages, by path
  std::map<std::string, std::string> documented;  ///< file -> file that Doxygen documents for it
  std::set<std::string> files;                    ///< other files: named on the site, not linked
};

/// A page as Doxygen reads it.
struct RenderedPage {
  std::string markdown;
  std::map<std::string, std::string> images;  ///< path of an image -> its name on the site
  std::vector<std::string> errors;            ///< "file:line: what is wrong"
};

/// The anchor that Markdown viewers give to a heading: lower case, blanks to `-`, marks dropped.
std::string HeadingSlug(std::string_view heading);

/// Rewrites one page for Doxygen: every heading becomes an anchor, links between Markdown files
/// become links between pages, what Doxygen would take for a command is protected.
/// @param path       a key of `contents.pages`
/// @param solutions  each goes to the end of its section; a section that the page lacks is an error
RenderedPage RenderPage(const std::string& path, const SiteContents& contents,
                        const std::vector<FoldedSolution>& solutions = {});

}  // namespace workbook::tool
