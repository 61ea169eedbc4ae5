#include <gtest/gtest.h>

#include "catalog.h"
#include "skeleton.h"
#include "toy_project.h"
#include "verbs.h"
#include "verdict.h"

namespace workbook::tool {
namespace {

constexpr const char* kSkeleton = "chapters/01_toy/toy.cpp";

class DevSync : public testing::Test {
 protected:
  int Sync(bool force = false) {
    DevSyncArguments arguments;
    arguments.force = force;
    return RunDevSync(toy_.project(), arguments);
  }
  int CheckOnly() {
    DevSyncArguments arguments;
    arguments.check_only = true;
    return RunDevSync(toy_.project(), arguments);
  }
  ToyProject toy_;
};

TEST_F(DevSync, WritesStubsAndSnippets) {
  EXPECT_EQ(CheckOnly(), kExitWrong) << "nothing is written yet";
  EXPECT_EQ(Sync(), kExitPassed);
  EXPECT_NE(toy_.Read(kSkeleton).find("  throw NotImplemented(\"1.2\", \"Halving\");\n"),
            std::string::npos)
      << toy_.Read(kSkeleton);
  EXPECT_EQ(toy_.Read(kSkeleton).find("return n / 2;"), std::string::npos);
  EXPECT_EQ(toy_.Read("chapters/01_toy/toy.h").find("snippet"), std::string::npos);
  EXPECT_NE(toy_.Read("chapters/01_toy/README.md")
                .find("```cpp\n/// Rounds down.\nint Halve(int n);\n```"),
            std::string::npos)
      << toy_.Read("chapters/01_toy/README.md");
  EXPECT_EQ(CheckOnly(), kExitPassed);
}

TEST_F(DevSync, FollowsAChangedSolution) {
  ASSERT_EQ(Sync(), kExitPassed);
  toy_.Edit("solutions/01_toy/toy.cpp", "int Halve(int n) {", "int Halve(int number) {");
  EXPECT_EQ(CheckOnly(), kExitWrong);
  EXPECT_EQ(Sync(), kExitPassed);
  EXPECT_NE(toy_.Read(kSkeleton).find("int number"), std::string::npos);
}

TEST_F(DevSync, RefusesToOverwriteAnEditedSkeletonAndWritesNothing) {
  ASSERT_EQ(Sync(), kExitPassed);
  toy_.Edit(kSkeleton, "throw NotImplemented(\"1.1\", \"Adding\");", "return a + b;");
  const std::string mine = toy_.Read(kSkeleton);
  toy_.Edit("solutions/01_toy/toy.h", "Rounds down", "Rounds towards zero");
  EXPECT_EQ(Sync(), kExitWrong);
  EXPECT_EQ(toy_.Read(kSkeleton), mine);
  EXPECT_EQ(toy_.Read("chapters/01_toy/toy.h").find("towards zero"), std::string::npos);
}

TEST_F(DevSync, ForceKeepsACopy) {
  ASSERT_EQ(Sync(), kExitPassed);
  toy_.Edit(kSkeleton, "throw NotImplemented(\"1.1\", \"Adding\");", "return a + b;");
  const std::string mine = toy_.Read(kSkeleton);
  EXPECT_EQ(Sync(true), kExitPassed);
  EXPECT_NE(toy_.Read(kSkeleton), mine);
  int copies = 0;
  for (const auto& entry : std::filesystem::directory_iterator(toy_.project().state() / "kept")) {
    copies += ReadFile(entry.path()) == mine ? 1 : 0;
  }
  EXPECT_EQ(copies, 1);
}

TEST_F(DevSync, AStubOfTheAuthorsChoice) {
  toy_.Edit("chapters/01_toy/chapter.toml", "section = \"Halving\"",
            "section = \"Halving\"\nstubs = { \"1.2\" = \"return 0;\" }");
  ASSERT_EQ(Sync(), kExitPassed);
  EXPECT_NE(toy_.Read(kSkeleton).find("  // [exercise 1.2]\n  return 0;\n"), std::string::npos);
}

TEST_F(DevSync, NamesAnUnknownSnippet) {
  toy_.Edit("chapters/01_toy/README.md", "toy.h halve", "toy.h third");
  try {
    Sync();
    FAIL() << "an unknown snippet was accepted";
  } catch (const UserError& error) {
    EXPECT_NE(std::string(error.what()).find("[snippet third]"), std::string::npos) << error.what();
  }
}

std::string CatalogError(const ToyProject& toy) {
  try {
    LoadCatalog(toy.project());
  } catch (const UserError& error) {
    return error.what();
  }
  return "";
}

TEST(Catalog, ReadsExercisesAndTheirRegions) {
  const ToyProject toy;
  const Catalog catalog = LoadCatalog(toy.project());
  ASSERT_NE(catalog.Find("1.2"), nullptr);
  EXPECT_EQ(catalog.Find("1.2")->ReferenceTarget(), "reference_1_2");
  EXPECT_EQ(catalog.Find("1.2")->regions.at(0).file, "toy.cpp");
  EXPECT_EQ(catalog.Select("1").size(), 2U);
  EXPECT_EQ(catalog.Find("1.3"), nullptr);
}

TEST(Catalog, AnUnknownExerciseIsNamedWithWhatExists) {
  const ToyProject toy;
  const Catalog catalog = LoadCatalog(toy.project());
  try {
    static_cast<void>(catalog.Select("4.7"));
    FAIL() << "4.7 does not exist";
  } catch (const UserError& error) {
    EXPECT_EQ(error.code(), kExitUsage);
    EXPECT_NE(std::string(error.what()).find("\"4.7\""), std::string::npos) << error.what();
    EXPECT_NE(std::string(error.what()).find("1.1 to 1.2"), std::string::npos) << error.what();
  }
}

TEST(Catalog, AMisspelledKeyIsNamed) {
  const ToyProject toy;
  toy.Edit("chapters/01_toy/chapter.toml", "minutes = 5\ncore", "minuts = 5\ncore");
  const std::string error = CatalogError(toy);
  EXPECT_NE(error.find("chapters/01_toy/chapter.toml"), std::string::npos) << error;
  EXPECT_NE(error.find("minuts"), std::string::npos) << error;
}

TEST(Catalog, ARegionOfNoExerciseIsRefused) {
  const ToyProject toy;
  toy.Edit("solutions/01_toy/toy.h", "int Add", "// [exercise 1.9]\n// [end 1.9]\nint Add");
  EXPECT_NE(CatalogError(toy).find("1.9"), std::string::npos) << CatalogError(toy);
}

TEST(Catalog, AnExerciseWithoutARegionIsRefused) {
  const ToyProject toy;
  toy.Edit("solutions/01_toy/toy.cpp", "// [exercise 1.2]", "");
  toy.Edit("solutions/01_toy/toy.cpp", "// [end 1.2]", "");
  EXPECT_NE(CatalogError(toy).find("1.2"), std::string::npos) << CatalogError(toy);
}

}  // namespace
}  // namespace workbook::tool
