#include "trace/writer.h"

#include <gtest/gtest.h>

#include <limits>

#include "made_up.h"
#include "trace/error.h"
#include "trace/load.h"

namespace workbook::trace {
namespace {

TEST(Writer, WritesTheDocumentedLines) {
  const TemporaryFile file;
  {
    Writer writer(file.path());
    writer.Comment("two\nlines");
    const std::uint32_t tag = writer.Tag("aten::add");
    writer.Write({.thread = 2, .tag = tag, .id = 17, .bytes = 4096, .microsecond = 12345});
    writer.Write({.id = 18, .bytes = 0, .microsecond = 12346});
    writer.Write({.kind = Kind::kFree, .tag = tag, .id = 17, .bytes = 4096, .microsecond = 12399});
    writer.Finish({.run_us = 1, .allocate_ns = 2, .free_ns = 3, .minor_faults = 4});
  }
  EXPECT_EQ(file.Read(),
            "workbook-trace 1\n# two lines\nt 1 aten::add\na 17 4096 2 12345 1\na 18 0 0 12346\n"
            "f 17 0 12399\ns run_us=1 allocate_ns=2 free_ns=3 minor_faults=4\nend 3\n");
}

TEST(Writer, LeavesATraceWithoutEndWhenItIsNotFinished) {
  const TemporaryFile file;
  { Writer(file.path()).Write({.id = 1, .bytes = 5}); }
  const Trace trace = Load(file.path());
  EXPECT_EQ(trace.events.size(), 1u);
  EXPECT_FALSE(trace.complete);
}

TEST(Writer, MakesAnyNameReadable) {
  char line[kMaxFormattedTagBytes];
  const auto written = [&line](std::string_view name) {
    return std::string(line, static_cast<std::size_t>(FormatTag(7, name, line) - line));
  };
  EXPECT_EQ(written(std::string_view("a\nb\r\0c", 6)), "t 7 a?b??c\n");
  EXPECT_EQ(written(""), "t 7 ?\n");
  EXPECT_EQ(written(std::string(10'000, 'x')), "t 7 " + std::string(kMaxTagNameBytes, 'x') + "\n");
}

TEST(Writer, KeepsTheLargestNumbersWithinTheRoomItAsksFor) {
  const std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  const std::uint32_t largest = std::numeric_limits<std::uint32_t>::max();
  char line[4096];
  const auto length = [&line](const char* end) { return static_cast<std::size_t>(end - line); };
  const Event event{
      .thread = largest, .tag = largest, .id = most, .bytes = most, .microsecond = most};
  EXPECT_LE(length(FormatEvent(event, line)), kMaxFormattedBytes);
  EXPECT_LE(length(FormatSummary({most, most, most, most}, line)), kMaxFormattedBytes);
  EXPECT_LE(length(FormatTag(largest, std::string(1000, 'x'), line)), kMaxFormattedTagBytes);
}

TEST(Writer, ReportsAFullDisk) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "there is no /dev/full here";
  Writer writer("/dev/full");
  EXPECT_THROW(writer.Finish(), TraceError);
}

TEST(Writer, ReportsAFolderThatIsNotThere) {
  EXPECT_THROW(Writer("no/such/folder/x.trace"), TraceError);
}

}  // namespace
}  // namespace workbook::trace
