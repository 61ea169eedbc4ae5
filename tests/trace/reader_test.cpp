#include "trace/reader.h"

#include <gtest/gtest.h>

#include "made_up.h"
#include "trace/error.h"
#include "trace/load.h"

namespace workbook::trace {
namespace {

const std::filesystem::path kSample =
    std::filesystem::path(WORKBOOK_SOURCE_FOLDER) / "tests" / "trace" / "sample.trace";

// Reads a text as a trace.
Trace Read(std::string_view text) {
  const TemporaryFile file(text);
  return Load(file.path());
}

struct Refusal {
  const char* what;
  std::string_view body;  // behind the first line
  std::uint64_t line;
  std::string_view reason;  // words of it
};

std::ostream& operator<<(std::ostream& out, const Refusal& refusal) { return out << refusal.what; }

class Refused : public testing::TestWithParam<Refusal> {};

TEST_P(Refused, NamesLineAndReason) {
  const Refusal& refusal = GetParam();
  try {
    Read("workbook-trace 1\n" + std::string(refusal.body));
    FAIL() << "it was read without a complaint";
  } catch (const TraceError& error) {
    EXPECT_EQ(error.line(), refusal.line) << error.what();
    EXPECT_NE(error.reason().find(refusal.reason), std::string::npos) << error.what();
    EXPECT_NE(std::string(error.what()).find(":" + std::to_string(refusal.line) + ": "),
              std::string::npos)
        << error.what();
  }
}

constexpr std::string_view kZeroInside{"a 1 2 0 0\na 2\0 2 0 0\n", 21};
constexpr std::string_view kTextBehindZeros{"a 1 2 0 0\n\0\0\0a 2 2 0 0\n", 23};

INSTANTIATE_TEST_SUITE_P(
    Reader, Refused,
    testing::Values(
        Refusal{"an unknown line", "x 1\n", 2, "not as \"x 1\""},
        Refusal{"an empty line", "\n", 2, "not as \"\""},
        Refusal{"a carriage return", "a 1 2 0 3\r\n", 2, "the time is no number"},
        Refusal{"a missing number", "a 1 2 0\n", 2, "the time is missing"},
        Refusal{"nothing but a blank", "f \n", 2, "the block id is missing"},
        Refusal{"a word", "a 1 two 0 3\n", 2, "the number of bytes is no number: \"two"},
        Refusal{"a sign", "a 1 -2 0 3\n", 2, "the number of bytes is no number"},
        Refusal{"a fraction", "a 1 2.5 0 3\n", 2, "the number of bytes is no number"},
        Refusal{"two blanks", "a 1  2 0 3\n", 2, "the number of bytes is no number"},
        Refusal{"a blank at the end", "a 1 2 0 3 \n", 2, "the time is no number"},
        Refusal{"a number too many", "a 1 2 0 3 0 9\n", 2, "more than five numbers: \"9\""},
        Refusal{"a number too many of a free", "a 1 2 0 3\nf 1 0 3 9\n", 3, "more than three"},
        Refusal{"more than 64 bits", "a 99999999999999999999 2 0 3\n", 2,
                "the block id is too large: \"99999999999999999999\""},
        Refusal{"more than an address space", "a 1 140737488355329 0 3\n", 2, "bytes is too large"},
        Refusal{"more live than an address space", "a 1 140737488355328 0 3\na 2 1 0 3\n", 3,
                "2^47 bytes"},
        Refusal{"a thread too large", "a 1 2 65536 3\n", 2, "the thread is too large"},
        Refusal{"an unknown tag", "t 1 op\na 1 2 0 3 2\n", 3, "tag 2 is used before its line"},
        Refusal{"a tag too early", "t 2 op\n", 2, "tag 2 is out of order; the next one is 1"},
        Refusal{"a tag twice", "t 1 op\nt 1 op\n", 3, "tag 1 is out of order"},
        Refusal{"a tag without name", "t 1\n", 2, "tag 1 has no name"},
        Refusal{"a live id again", "a 1 2 0 3\na 1 2 0 3\n", 3, "block 1 is allocated twice"},
        Refusal{"an id that went", "a 5 2 0 3\nf 5 0 3\na 5 2 0 3\n", 4,
                "must grow: 5 comes after 5"},
        Refusal{"a smaller id", "a 5 2 0 3\na 4 2 0 3\n", 3, "must grow: 4 comes after 5"},
        Refusal{"freed twice", "a 1 2 0 3\na 2 2 0 3\nf 1 0 4\nf 1 0 5\n", 5,
                "block 1 is freed twice"},
        Refusal{"freed twice among gaps", "a 1 2 0 3\na 9 2 0 3\nf 1 0 4\nf 1 0 5\n", 5,
                "block 1 is freed but not live"},
        Refusal{"never allocated", "a 1 2 0 3\nf 2 0 4\n", 3, "block 2 is freed but was never"},
        Refusal{"freed before any allocation", "f 0 0 4\n", 2, "block 0 is freed but was never"},
        Refusal{"time going back", "a 1 2 7 9\na 2 2 7 8\n", 3,
                "time goes back in thread 7: 8 comes after 9"},
        Refusal{"a second summary", "s run_us=1\ns run_us=1\n", 3, "a second summary"},
        Refusal{"a summary without number", "s run_us=\n", 2, "the number is missing"},
        Refusal{"a summary without name", "s 17\n", 2, "name=number"},
        Refusal{"a wrong count", "a 1 2 0 3\nend 2\n", 3, "says 2 events, but there are 1"},
        Refusal{"two counts", "end 0 0\n", 2, "\"end\" has one number"},
        Refusal{"text after the end", "end 0\n#\n", 3, "text after \"end\""},
        Refusal{"a cut line after the end", "end 0\na 1", 3, "text after \"end\""},
        Refusal{"a zero byte inside", kZeroInside, 3, "a zero byte in the middle"},
        Refusal{"text behind zero bytes", kTextBehindZeros, 3, "a zero byte in the middle"}));

std::string ReasonOf(std::string_view text) {
  try {
    Read(text);
  } catch (const TraceError& error) {
    return std::to_string(error.line()) + ": " + error.reason();
  }
  return "read without a complaint";
}

TEST(ReaderHead, SaysWhatTheFirstLineMustBe) {
  EXPECT_EQ(ReasonOf(""), "1: the file is empty; a trace begins with \"workbook-trace 1\"");
  EXPECT_EQ(ReasonOf("workbook-tr"), "1: the file ends in its first line, \"workbook-trace 1\"");
  EXPECT_EQ(ReasonOf("{\"traceEvents\":[]}\n"),
            "1: not a trace: the first line must be \"workbook-trace 1\", not "
            "\"{\"traceEvents\":[]}\"");
  EXPECT_EQ(ReasonOf("workbook-trace 2\n"), "1: version \"2\" of the format; this reader knows 1");
}

TEST(ReaderHead, NamesAFileThatIsNotThere) {
  EXPECT_THROW(Reader{"no/such/file.trace"}, TraceError);
  EXPECT_THROW(Reader{std::filesystem::temp_directory_path()}, TraceError) << "a folder";
}

TEST(Reader, RefusesALineWithoutEndBeforeItFillsTheMemory) {
  const std::string reason = ReasonOf("workbook-trace 1\n#" + std::string(1 << 20, 'x') + "\n");
  EXPECT_EQ(reason, "2: longer than 4096 bytes: not a trace");
}

TEST(Reader, RefusesTextBehindManyZeroBytes) {
  const std::string zeros(300'000, '\0');
  EXPECT_EQ(ReasonOf("workbook-trace 1\na 1 2 0 0\n" + zeros + "a 2 2 0 0\n"),
            "3: text follows after zero bytes");
}

TEST(Reader, TakesTheLongestLine) {
  const std::string comment = "#" + std::string(kMaxLineBytes - 2, 'x') + "\n";
  EXPECT_TRUE(Read("workbook-trace 1\n" + comment + "end 0\n").complete);
}

TEST(Reader, ReadsTheSample) {
  const Trace trace = Load(kSample);
  EXPECT_TRUE(trace.complete);
  EXPECT_EQ(trace.why_incomplete, "");
  EXPECT_EQ(trace.tags,
            (std::vector<std::string>{"", "aten::conv2d", "aten::relu_ backward", "my_op"}));
  ASSERT_EQ(trace.comments.size(), 1u);
  EXPECT_EQ(trace.comments[0],
            "A sample for tests, written by hand: two threads, three operators.");
  EXPECT_EQ(trace.summary.run_us, 30u);
  EXPECT_EQ(trace.summary.allocate_ns, 1500u);
  EXPECT_EQ(trace.summary.free_ns, 900u);
  EXPECT_EQ(trace.summary.minor_faults, 257u);
  ASSERT_EQ(trace.events.size(), 10u);
  const Event& second = trace.events[1];
  EXPECT_EQ(second.kind, Kind::kAllocate);
  EXPECT_EQ(second.id, 11u);
  EXPECT_EQ(second.bytes, 1048576u);
  EXPECT_EQ(second.thread, 0u);
  EXPECT_EQ(second.microsecond, 7u);
  EXPECT_EQ(second.tag, 2u);
}

TEST(Reader, FillsInBytesAndTagOfAFree) {
  const Trace trace = Load(kSample);
  const Event& last = trace.events.back();
  EXPECT_EQ(last.kind, Kind::kFree);
  EXPECT_EQ(last.id, 14u);
  EXPECT_EQ(last.bytes, 4096u);
  EXPECT_EQ(last.tag, 3u);
  EXPECT_EQ(last.thread, 1u);
}

TEST(Reader, LetsTheClocksOfTwoThreadsDiffer) {
  const Trace trace = Read("workbook-trace 1\na 1 2 0 100\na 2 2 1 50\nf 1 1 50\nend 3\n");
  EXPECT_TRUE(trace.complete);
}

TEST(Reader, KeepsWhatWasReadBeforeACutLine) {
  const Trace trace = Read("workbook-trace 1\na 1 2 0 3\nf 1 0 3");
  EXPECT_EQ(trace.events.size(), 1u) << "the cut line may have been longer";
  EXPECT_FALSE(trace.complete);
  EXPECT_EQ(trace.why_incomplete, "line 3 is cut off, so it is left out");
}

TEST(Reader, SaysThatTheEndIsMissing) {
  const Trace trace = Read("workbook-trace 1\na 1 2 0 3\n");
  EXPECT_EQ(trace.events.size(), 1u);
  EXPECT_FALSE(trace.complete);
  EXPECT_EQ(trace.why_incomplete, "there is no \"end\" in line 3");
}

// A recorder that dies leaves the room that it had made and not filled, in the middle of a line
// too.
TEST(Reader, TakesZeroBytesForTheEndOfTheRun) {
  for (const std::size_t zeros : {std::size_t{1}, std::size_t{5000}, std::size_t{1} << 20U}) {
    for (const std::string_view last : {"", "a 2 40"}) {
      const Trace trace =
          Read("workbook-trace 1\na 1 2 0 3\n" + std::string(last) + std::string(zeros, '\0'));
      EXPECT_EQ(trace.events.size(), 1u);
      EXPECT_FALSE(trace.complete);
      EXPECT_NE(trace.why_incomplete.find("from line 3 on the file is empty"), std::string::npos);
    }
  }
}

TEST(Reader, SkipsNamesOfASummaryThatItDoesNotKnow) {
  const Trace trace = Read("workbook-trace 1\ns run_us=5 colour=7 free_ns=6\nend 0\n");
  EXPECT_EQ(trace.summary.run_us, 5u);
  EXPECT_EQ(trace.summary.free_ns, 6u);
}

TEST(Reader, CountsWhatIsLive) {
  Reader reader(kSample);
  Event event;
  for (int i = 0; i < 3; ++i) ASSERT_TRUE(reader.Next(event));
  EXPECT_EQ(reader.live_blocks(), 3u);
  EXPECT_EQ(reader.live_bytes(), 4096u + 1048576u);
  EXPECT_EQ(reader.line(), 7u);
  while (reader.Next(event)) continue;
  EXPECT_EQ(reader.live_blocks(), 0u);
  EXPECT_FALSE(reader.Next(event)) << "the end stays the end";
}

// A file much larger than the reader's buffer, so that lines lie across its edges.
TEST(Reader, GivesBackEveryEventOfALongTrace) {
  const TemporaryFile file;
  const std::vector<Event> written =
      MakeUpTrace({.seed = 5, .events = 100'000, .most_live = 3000, .threads = 7}, file.path());
  const Trace trace = Load(file.path());
  ASSERT_EQ(trace.events.size(), written.size());
  for (std::size_t i = 0; i < written.size(); ++i) {
    const Event& want = written[i];
    const Event& got = trace.events[i];
    ASSERT_TRUE(got.kind == want.kind && got.id == want.id && got.bytes == want.bytes &&
                got.tag == want.tag && got.thread == want.thread &&
                got.microsecond == want.microsecond)
        << "event " << i;
  }
}

}  // namespace
}  // namespace workbook::trace
