#include "docs_links.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>
#include <set>

namespace workbook::tool {
namespace {

namespace fs = std::filesystem;

struct HtmlPage {
  std::vector<std::string> targets;
  std::set<std::string> anchors;
};

// The value of each `name="…"` inside a tag.
void AddValues(const std::string& html, const std::string& name, std::vector<std::string>& values) {
  const std::string start = " " + name + "=\"";
  for (std::size_t at = html.find(start); at != std::string::npos; at = html.find(start, at)) {
    at += start.size();
    const std::size_t end = html.find('"', at);
    if (end == std::string::npos) return;
    values.push_back(html.substr(at, end - at));
  }
}

// Scripts build tags from pieces; those are no links of the page.
std::string WithoutScripts(std::string html) {
  for (std::size_t at = html.find("<script"); at != std::string::npos;
       at = html.find("<script", at)) {
    const std::size_t body = html.find('>', at);
    const std::size_t end = html.find("</script>", at);
    if (body == std::string::npos || end == std::string::npos) break;
    html.erase(body, end - body);
    at = body;
  }
  return html;
}

HtmlPage ReadPage(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  const std::string html =
      WithoutScripts({std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()});
  HtmlPage page;
  for (const char* name : {"href", "src", "data"}) AddValues(html, name, page.targets);
  std::vector<std::string> anchors;
  for (const char* name : {"id", "name"}) AddValues(html, name, anchors);
  page.anchors.insert(anchors.begin(), anchors.end());
  return page;
}

bool LeadsElsewhere(const std::string& target) {
  return target.empty() || target.find("://") != std::string::npos ||
         target.compare(0, 2, "//") == 0 || target.compare(0, 11, "javascript:") == 0 ||
         target.compare(0, 7, "mailto:") == 0 || target.compare(0, 5, "data:") == 0;
}

// What is missing, or nothing.
std::string Missing(const fs::path& page, const std::string& target,
                    const std::map<fs::path, HtmlPage>& pages) {
  const std::size_t hash = std::min(target.find('#'), target.size());
  const fs::path file =
      hash == 0 ? page : (page.parent_path() / target.substr(0, hash)).lexically_normal();
  if (!fs::exists(file)) return "no such file";
  if (hash + 1 >= target.size()) return {};
  const auto found = pages.find(file);
  if (found == pages.end()) return {};
  return found->second.anchors.count(target.substr(hash + 1)) != 0 ? "" : "no such anchor";
}

}  // namespace

LinkReport CheckLinks(const fs::path& site) {
  std::map<fs::path, HtmlPage> pages;
  for (const auto& entry : fs::recursive_directory_iterator(site))
    if (entry.path().extension() == ".html") pages[entry.path()] = ReadPage(entry.path());
  LinkReport report;
  for (const auto& [path, page] : pages) {
    for (const std::string& target : page.targets) {
      if (LeadsElsewhere(target)) continue;
      ++report.checked;
      const std::string missing = Missing(path, target, pages);
      if (missing.empty()) continue;
      report.broken.push_back(
          fmt::format("{}: {}: {}", path.lexically_relative(site).string(), target, missing));
    }
  }
  return report;
}

}  // namespace workbook::tool
