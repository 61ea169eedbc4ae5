#include "docs_links.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace workbook::tool {
namespace {

namespace fs = std::filesystem;

class CheckLinksTest : public testing::Test {
 protected:
  CheckLinksTest() { fs::create_directories(folder_); }
  ~CheckLinksTest() override { fs::remove_all(folder_); }

  void Write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name) << text;
  }

  fs::path folder_ = fs::path(testing::TempDir()) /
                     ("docs_links_" + std::to_string(getpid()) + "_" +
                      testing::UnitTest::GetInstance()->current_test_info()->name());
};

TEST_F(CheckLinksTest, FollowsFilesAndAnchors) {
  Write("a.html", R"(<a href="b.html#here">b</a> <a href="#top">top</a> <h1 id="top">A</h1>)");
  Write("b.html", R"(<a class="anchor" id="here"></a> <img src="b.png">)");
  Write("b.png", "");
  const LinkReport report = CheckLinks(folder_);
  EXPECT_EQ(report.checked, 3);
  EXPECT_TRUE(report.broken.empty());
}

TEST_F(CheckLinksTest, NamesThePageAndTheMissingFile) {
  Write("a.html", R"(<a href="gone.html">x</a>)");
  const LinkReport report = CheckLinks(folder_);
  ASSERT_EQ(report.broken.size(), 1U);
  EXPECT_EQ(report.broken[0], "a.html: gone.html: no such file");
}

TEST_F(CheckLinksTest, NamesAMissingAnchorOfAnotherPageAndOfThePageItself) {
  Write("a.html", R"(<a href="b.html#gone">x</a><a href="#none">y</a>)");
  Write("b.html", "");
  const LinkReport report = CheckLinks(folder_);
  ASSERT_EQ(report.broken.size(), 2U);
  EXPECT_EQ(report.broken[0], "a.html: b.html#gone: no such anchor");
  EXPECT_EQ(report.broken[1], "a.html: #none: no such anchor");
}

TEST_F(CheckLinksTest, LeavesOtherSitesAndScriptsAlone) {
  Write("a.html",
        R"(<a href="https://example.org/x">x</a><script>var s = '<a href="made.html">';</script>)");
  const LinkReport report = CheckLinks(folder_);
  EXPECT_EQ(report.checked, 0);
  EXPECT_TRUE(report.broken.empty());
}

TEST_F(CheckLinksTest, StillReadsTheAddressOfAScript) {
  Write("a.html", R"(<script src="gone.js"></script>)");
  EXPECT_EQ(CheckLinks(folder_).broken.size(), 1U);
}

}  // namespace
}  // namespace workbook::tool
