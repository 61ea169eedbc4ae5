#include "docs_pages.h"

#include <gtest/gtest.h>

namespace workbook::tool {
namespace {

constexpr const char* kOne = "chapters/01_one/README.md";
constexpr const char* kTwo = "chapters/02_two/README.md";

SiteContents Contents(const std::string& one) {
  SiteContents contents;
  contents.pages[kOne] = {"chapter_01", one};
  contents.pages[kTwo] = {"chapter_02", "# Two\n\n## Zero bytes\n\n## Zero bytes\n"};
  contents.pages["README.md"] = {"index", "# Front\n"};
  contents.documented["chapters/01_one/a.h"] = "solutions/01_one/a.h";
  contents.files = {"chapters/01_one/a.cpp", "chapters/01_one/plot.svg", "LICENSE"};
  return contents;
}

RenderedPage Rendered(const std::string& one, const std::vector<FoldedSolution>& solutions = {}) {
  return RenderPage(kOne, Contents(one), solutions);
}

TEST(HeadingSlug, IsWhatMarkdownViewersMake) {
  EXPECT_EQ(HeadingSlug("The DataPtr and its deleter"), "the-dataptr-and-its-deleter");
  EXPECT_EQ(HeadingSlug("Why `raw_deleter`, then?"), "why-raw_deleter-then");
}

TEST(RenderPage, TurnsEveryHeadingIntoAnAnchor) {
  EXPECT_EQ(Rendered("# One\n\n## Zero bytes\n").markdown,
            "# One {#chapter_01}\n\n## Zero bytes {#chapter_01_zero_bytes}\n");
}

TEST(RenderPage, MakesTheReadmeTheFrontPage) {
  EXPECT_EQ(RenderPage("README.md", Contents("")).markdown, "# Front {#mainpage}\n");
}

TEST(RenderPage, LinksPagesAndTheirSections) {
  const RenderedPage page = Rendered(
      "[two](../02_two/README.md) [folder](../02_two) [zero](../02_two/README.md#zero-bytes)\n"
      "[second](../02_two/README.md#zero-bytes-1) [front](../../README.md)\n");
  EXPECT_EQ(page.markdown,
            "[two](@ref chapter_02) [folder](@ref chapter_02) [zero](@ref chapter_02_zero_bytes)\n"
            "[second](@ref chapter_02_zero_bytes_1) [front](@ref index)\n");
  EXPECT_TRUE(page.errors.empty());
}

TEST(RenderPage, LinksAHeaderOfTheSkeletonToTheDocumentedOne) {
  EXPECT_EQ(Rendered("See [`a.h`](a.h).\n").markdown, "See [a.h](@ref solutions/01_one/a.h).\n");
}

TEST(RenderPage, NamesAFileThatTheSiteDoesNotShow) {
  EXPECT_EQ(Rendered("[a.cpp](a.cpp), [licence](../../LICENSE)\n").markdown, "a.cpp, licence\n");
}

TEST(RenderPage, LeavesAddressesElsewhereAlone) {
  const std::string text = "[x](https://example.org/a#b)\n";
  EXPECT_EQ(Rendered(text).markdown, text);
}

TEST(RenderPage, ReportsALinkThatLeadsNowhereWithItsLine) {
  const RenderedPage page =
      Rendered("# One\n\nfirst line\nsecond [x](missing.md)\n\n[y](../02_two/README.md#nothing)\n");
  ASSERT_EQ(page.errors.size(), 2U);
  EXPECT_EQ(page.errors[0], "chapters/01_one/README.md:4: missing.md: no such file");
  EXPECT_EQ(page.errors[1],
            "chapters/01_one/README.md:6: ../02_two/README.md#nothing: no heading has this anchor");
}

TEST(RenderPage, CopiesImagesUnderANameOfThePage) {
  const RenderedPage page = Rendered("![plot](plot.svg)\n");
  EXPECT_EQ(page.markdown, "![plot](chapter_01_plot.svg)\n");
  EXPECT_EQ(page.images.at("chapters/01_one/plot.svg"), "chapter_01_plot.svg");
}

TEST(RenderPage, ReportsAMissingImage) {
  EXPECT_EQ(Rendered("![plot](no.svg)\n").errors.size(), 1U);
}

TEST(RenderPage, TouchesNothingInCode) {
  const std::string text =
      "```cpp\n# [x](missing.md) @y\n```\n\n    indented @z [x](missing.md)\n\n`[x](missing.md) "
      "@z`\n";
  const RenderedPage page = Rendered(text);
  EXPECT_EQ(page.markdown, text);
  EXPECT_TRUE(page.errors.empty());
}

TEST(RenderPage, EndsAFenceOnlyAtItsOwnMark) {
  const std::string text = "````text\n```\n@x\n````\n";
  EXPECT_EQ(Rendered(text + "@y\n").markdown, text + "\\@y\n");
}

TEST(RenderPage, ProtectsWhatDoxygenWouldTakeForACommand) {
  EXPECT_EQ(Rendered("mail @me, issue #x, number #3\n").markdown,
            "mail \\@me, issue \\#x, number #3\n");
}

TEST(RenderPage, DoublesTheTicksAroundAnApostrophe) {
  EXPECT_EQ(Rendered("`it's`\n").markdown, "``it's``\n");
}

TEST(RenderPage, MarksEmphasisWithTagsBesideCodeToo) {
  EXPECT_EQ(Rendered("*`a.cpp`: `f` (1.1)*, **`b` and c**\n").markdown,
            "<em>`a.cpp`: `f` (1.1)</em>, <strong>`b` and c</strong>\n");
}

TEST(RenderPage, LeavesStarsThatMarkNothing) {
  const std::string text = "* item\n2 * 3 * 4 and `void*` `char*` and a *b\n";
  EXPECT_EQ(Rendered(text).markdown, text);
}

TEST(RenderPage, DropsComments) {
  EXPECT_EQ(Rendered("a\n<!-- x\n@y -->\nb\n").markdown, "a\n\n\nb\n");
}

TEST(RenderPage, FoldsASolutionAtTheEndOfItsSection) {
  const std::string page =
      Rendered("# One\n\n## A\n\ntext\n\n### Deeper\n\nmore\n\n## B\n\nlast\n",
               {{"A", "Solution of 1.1", "the answer\n"}, {"B", "Solution of 1.2", "another\n"}})
          .markdown;
  const auto at = [&](const std::string& text) { return page.find(text); };
  EXPECT_LT(at("more"), at("<summary>Solution of 1.1</summary>"));
  EXPECT_LT(at("the answer"), at("## B"));
  EXPECT_LT(at("last"), at("<summary>Solution of 1.2</summary>"));
  EXPECT_NE(at("another"), std::string::npos);
}

TEST(RenderPage, ReportsASolutionWithoutItsSection) {
  const RenderedPage page = Rendered("# One\n", {{"Gone", "Solution of 1.1", "x\n"}});
  ASSERT_EQ(page.errors.size(), 1U);
  EXPECT_NE(page.errors[0].find("no heading \"Gone\""), std::string::npos);
}

}  // namespace
}  // namespace workbook::tool
