#include "regions.h"

#include <gtest/gtest.h>

namespace workbook::tool {
namespace {

constexpr const char* kFile =
    "int A() {\n"
    "  // [exercise 3.2]\n"
    "  return 1;\n"
    "  // [end 3.2]\n"
    "}\n"
    "// [snippet shown]\n"
    "struct Given {};\n"
    "// [end snippet shown]\n"
    "int B() {\n"
    "  // [exercise 3.2b]\n"
    "  // [end 3.2b]\n"
    "}\n";

std::string MessageOf(const std::string& text) {
  try {
    static_cast<void>(MarkedText::Parse(text, "pool.cpp"));
  } catch (const MarkerError& error) {
    return error.what();
  }
  return "";
}

TEST(Regions, KnowsBodyIndentAndLines) {
  const MarkedText text = MarkedText::Parse(kFile, "pool.cpp");
  ASSERT_EQ(text.regions().size(), 2U);
  const Region& region = *text.Find("3.2");
  EXPECT_EQ(region.body, "  return 1;\n");
  EXPECT_EQ(region.indent, "  ");
  EXPECT_EQ(region.line, 2);
  EXPECT_EQ(region.end_line, 4);
  EXPECT_EQ(text.Find("3.2b")->body, "");
  EXPECT_EQ(text.Find("3.3"), nullptr);
}

TEST(Regions, RendersTheSameTextWhenNothingIsReplaced) {
  EXPECT_EQ(MarkedText::Parse(kFile, "pool.cpp").Render({}), kFile);
}

TEST(Regions, ReplacesOneBodyAndLeavesTheRest) {
  const std::string out = MarkedText::Parse(kFile, "pool.cpp").Render({{"3.2b", "  return 2;"}});
  EXPECT_NE(out.find("  // [exercise 3.2b]\n  return 2;\n  // [end 3.2b]\n"), std::string::npos)
      << out;
  EXPECT_NE(out.find("  return 1;\n"), std::string::npos) << out;
}

TEST(Regions, TakesSnippetMarkersOutOfASkeletonButKeepsTheCode) {
  const std::string out = MarkedText::Parse(kFile, "pool.cpp").RenderWithoutSnippetMarkers({});
  EXPECT_EQ(out.find("snippet"), std::string::npos) << out;
  EXPECT_NE(out.find("struct Given {};\n"), std::string::npos) << out;
}

TEST(Regions, FindsASnippetsCode) {
  EXPECT_EQ(MarkedText::Parse(kFile, "pool.cpp").FindSnippet("shown")->body, "struct Given {};\n");
}

TEST(Regions, SaysThatAnEndIsMissing) {
  const std::string message = MessageOf("a\n// [exercise 3.2]\nb\n");
  EXPECT_NE(message.find("pool.cpp:2"), std::string::npos) << message;
  EXPECT_NE(message.find("// [end 3.2]"), std::string::npos) << message;
  EXPECT_NE(message.find("./workbook reset 3.2"), std::string::npos) << message;
}

TEST(Regions, SaysThatABeginIsMissing) {
  const std::string message = MessageOf("a\nb\n// [end 3.2]\n");
  EXPECT_NE(message.find("pool.cpp:3"), std::string::npos) << message;
  EXPECT_NE(message.find("closes nothing"), std::string::npos) << message;
}

TEST(Regions, SaysWhereADoubledMarkerStoodFirst) {
  const std::string pair = "// [exercise 3.2]\nx\n// [end 3.2]\n";
  const std::string message = MessageOf(pair + pair);
  EXPECT_NE(message.find("pool.cpp:4"), std::string::npos) << message;
  EXPECT_NE(message.find("the first is at line 1"), std::string::npos) << message;
}

TEST(Regions, SaysThatAnEndIsDoubled) {
  const std::string message = MessageOf("// [exercise 3.2]\nx\n// [end 3.2]\n// [end 3.2]\n");
  EXPECT_NE(message.find("pool.cpp:4"), std::string::npos) << message;
  EXPECT_NE(message.find("second time"), std::string::npos) << message;
}

TEST(Regions, RefusesNesting) {
  const std::string message =
      MessageOf("// [exercise 3.2]\n// [exercise 3.3]\n// [end 3.3]\n// [end 3.2]\n");
  EXPECT_NE(message.find("stands inside exercise 3.2"), std::string::npos) << message;
}

TEST(Regions, RefusesAnEndOfAnotherExercise) {
  const std::string message = MessageOf("// [exercise 3.2]\n// [end 3.3]\n");
  EXPECT_NE(message.find("expected // [end 3.2]"), std::string::npos) << message;
}

TEST(Regions, RefusesASnippetThatShowsARegion) {
  const std::string message =
      MessageOf("// [snippet s]\n// [exercise 3.2]\n// [end 3.2]\n// [end snippet s]\n");
  EXPECT_NE(message.find("may not stand inside a snippet"), std::string::npos) << message;
}

TEST(Regions, RequireNamesTheMissingOne) {
  const MarkedText text = MarkedText::Parse("int x;\n", "pool.cpp");
  try {
    text.Require({"3.2"});
    FAIL() << "a file without its markers was accepted";
  } catch (const MarkerError& error) {
    EXPECT_NE(std::string(error.what()).find("// [exercise 3.2]"), std::string::npos)
        << error.what();
  }
}

TEST(Regions, AMarkerInsideASentenceIsNoMarker) {
  EXPECT_EQ(MessageOf("// see [exercise 3.2] above\nint x;  // [end 3.2]\n"), "");
}

TEST(Regions, KeepsALastLineWithoutItsEnd) {
  EXPECT_EQ(MarkedText::Parse("a\nb", "x").Render({}), "a\nb");
}

TEST(Regions, AnExerciseIdHasNoLetter) {
  EXPECT_EQ(ExerciseOf("3.2b"), "3.2");
  EXPECT_EQ(ExerciseOf("3.12"), "3.12");
}

TEST(Regions, BodiesDifferInMoreThanLayout) {
  EXPECT_TRUE(SameBody("  return  1 ;\n", "return 1;"));
  EXPECT_FALSE(SameBody("return 1;", "return 2;"));
}

}  // namespace
}  // namespace workbook::tool
