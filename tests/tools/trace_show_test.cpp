// trace show: the report, and exports that the programs they are for can read.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <string>

#include "files.h"
#include "process.h"
#include "temporary_folder.h"
#include "terminal.h"
#include "trace/load.h"
#include "trace/reader.h"
#include "trace_export.h"
#include "trace_report.h"
#include "trace_verbs.h"
#include "units_text.h"
#include "verdict.h"

namespace workbook::tool {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

const fs::path kSource = WORKBOOK_SOURCE_FOLDER;
const fs::path kSample = kSource / "tests" / "trace" / "sample.trace";

class TraceShow : public testing::Test {
 protected:
  // A project that has nothing but the scripts: what the verb writes goes there.
  Project MakeProject() {
    fs::create_directories(folder_.path() / "tools");
    for (const char* script : {"trace_picture.py", "trace_snapshot.py"})
      fs::copy_file(kSource / "tools" / script, folder_.path() / "tools" / script,
                    fs::copy_options::overwrite_existing);
    return {folder_.path()};
  }

  // Runs the verb; returns what it wrote.
  int Show(TraceShowArguments arguments) {
    if (arguments.file.empty()) arguments.file = kSample.string();
    const Project project = MakeProject();
    testing::internal::CaptureStdout();
    int code = -1;
    try {
      code = RunTraceShow(project, arguments);
    } catch (...) {
      output_ = testing::internal::GetCapturedStdout();
      throw;
    }
    output_ = testing::internal::GetCapturedStdout();
    return code;
  }

  [[nodiscard]] std::string File(const std::string& name) const {
    return (folder_.path() / name).string();
  }

  ExitCode CodeOf(const TraceShowArguments& arguments, const std::string& words) {
    try {
      Show(arguments);
    } catch (const UserError& error) {
      EXPECT_NE(std::string(error.what()).find(words), std::string::npos) << error.what();
      return error.code();
    }
    return kExitPassed;
  }

  static bool HasMatplotlib() {
    Command look;
    look.argv = {fs::exists("/usr/bin/python3") ? "/usr/bin/python3" : "python3", "-c",
                 "import matplotlib"};
    return RunProcess(look).ok();
  }

  TemporaryFolder folder_;
  std::string output_;
};

TraceReport ReportOf(const fs::path& file) {
  TraceReport report = ReadTraceReport(file.string());
  report.file = file.filename().string();
  return report;
}

TEST_F(TraceShow, SaysWhoHoldsThePeak) {
  const std::string text = TraceText(ReportOf(kSample), Terminal{});
  EXPECT_NE(text.find("1.01 MiB (1,056,768 bytes) in 3 blocks, after event 7 of 10"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("1.00 MiB   99.2 %         1 block  aten::relu_ backward"), std::string::npos)
      << text;
  EXPECT_NE(text.find("4,096 bytes      3 times   75.0 %  at most 2 live"), std::string::npos)
      << text;
}

TEST_F(TraceShow, KeepsTo80Columns) {
  std::vector<fs::path> traces{kSample};
  for (const auto& entry : fs::directory_iterator(kSource / "support" / "traces")) {
    if (entry.path().extension() == ".trace") traces.push_back(entry.path());
  }
  ASSERT_GE(traces.size(), 7u) << "the recorded traces are missing";
  for (const fs::path& trace : traces) {
    std::istringstream lines(TraceText(ReportOf(trace), Terminal{}));
    for (std::string line; std::getline(lines, line);)
      EXPECT_LE(Columns(line), 80u) << trace << ": " << line;
  }
}

TEST_F(TraceShow, KeepsANumberAndItsUnitInOneLine) {
  std::string events = "workbook-trace 1\n";
  for (int id = 1; id <= 12; ++id) {
    const std::string number = std::to_string(id);
    events += "a " + number + (id % 3 == 0 ? " 1" : " 1" + number + "000") + " 0 " + number +
              "\nf " + number + " 0 " + number + "\n";
  }
  WriteFileAtomically(File("t.trace"), events);
  ASSERT_EQ(Show({.file = File("t.trace")}), kExitPassed);
  std::istringstream lines(output_);
  for (std::string line; std::getline(lines, line);) {
    const std::string word = line.substr(std::min(line.find_first_not_of(' '), line.size()));
    for (const char* unit : {"%", "us", "ms", "s", "B", "KiB", "MiB"}) {
      EXPECT_FALSE(word == unit || word.starts_with(unit + std::string(" "))) << output_;
    }
  }
  EXPECT_NE(output_.find(" 1 byte  "), std::string::npos) << output_;
}

TEST_F(TraceShow, SaysThatATraceIsIncomplete) {
  WriteFileAtomically(File("cut.trace"), "workbook-trace 1\na 1 64 0 5\nf 1 0 ");
  ASSERT_EQ(Show({.file = File("cut.trace")}), kExitPassed);
  EXPECT_NE(output_.find("incomplete  line 3 is cut off"), std::string::npos) << output_;
}

TEST_F(TraceShow, PrintsItsNumbersAsJson) {
  ASSERT_EQ(Show({.json = true}), kExitPassed);
  const json result = json::parse(output_);
  EXPECT_EQ(result["peak_bytes"], 1056768);
  EXPECT_EQ(result["tags"][0]["name"], "aten::relu_ backward");
  EXPECT_EQ(result["sizes"][0]["requests"], 3);
  EXPECT_EQ(result["threads"].size(), 2u);
  EXPECT_EQ(result["summary"]["minor_faults"], 257);
  EXPECT_EQ(result["complete"], true);
}

TEST_F(TraceShow, RefusesWhatIsNoTraceWithLineAndReason) {
  WriteFileAtomically(File("bad.trace"), "workbook-trace 1\na 1 64 0 5\nf 1 0 6\nf 1 0 7\n");
  EXPECT_EQ(CodeOf({.file = File("bad.trace")}, "bad.trace:4: block 1 is freed twice"), kExitWrong);
  EXPECT_EQ(CodeOf({.file = File("none.trace")}, "there is no file"), kExitUsage);
}

TEST_F(TraceShow, RefusesAnEndingBeforeItReadsAnything) {
  EXPECT_EQ(CodeOf({.file = File("none.trace"), .picture = "x.pdf"}, ".svg or .png"), kExitUsage);
  EXPECT_EQ(CodeOf({.file = File("none.trace"), .chrome = "x.txt"}, ".json"), kExitUsage);
  EXPECT_EQ(CodeOf({.file = File("none.trace"), .snapshot = "x.txt"}, ".pickle"), kExitUsage);
}

TEST_F(TraceShow, SaysWhereItCannotWrite) {
  EXPECT_EQ(CodeOf({.chrome = File("no folder/x.json")}, "cannot be written"), kExitMachineLacks);
}

// Perfetto pairs slices by category and id, and wants every beginning before its end.
TEST_F(TraceShow, WritesChromeEventsThatPairUp) {
  ASSERT_EQ(Show({.chrome = File("out.json")}), kExitPassed);
  const json whole = json::parse(ReadFile(File("out.json")));
  std::map<std::string, json> open;
  std::set<std::string> closed;
  std::uint64_t last_live = 1;
  for (const json& event : whole["traceEvents"]) {
    const std::string phase = event["ph"];
    if (phase == "b") {
      EXPECT_TRUE(open.emplace(event["id"], event).second);
    } else if (phase == "e") {
      const json begin = open.at(event["id"]);
      EXPECT_EQ(begin["name"], event["name"]);
      EXPECT_EQ(begin["tid"], event["tid"]);
      EXPECT_LE(begin["ts"].get<std::uint64_t>(), event["ts"].get<std::uint64_t>());
      closed.insert(event["id"].get<std::string>());
    } else if (phase == "C") {
      last_live = 0;
      for (const json& bytes : event["args"]) last_live += bytes.get<std::uint64_t>();
    }
  }
  EXPECT_EQ(open.size(), 5u);
  EXPECT_EQ(closed.size(), 5u);
  EXPECT_EQ(last_live, 0u);
}

TEST_F(TraceShow, ClosesSlicesOfBlocksThatWereNeverFreed) {
  WriteFileAtomically(File("t.trace"), "workbook-trace 1\na 1 64 0 5\na 2 64 0 9\nf 2 0 30\n");
  ASSERT_EQ(Show({.file = File("t.trace"), .chrome = File("out.json")}), kExitPassed);
  const json whole = json::parse(ReadFile(File("out.json")));
  bool found = false;
  for (const json& event : whole["traceEvents"]) {
    if (event["ph"] != "e" || event["id"] != "1") continue;
    found = true;
    EXPECT_EQ(event["ts"], 30);
  }
  EXPECT_TRUE(found);
}

TEST_F(TraceShow, CurveReachesThePeakAndKeepsTheOrderOfOperators) {
  const trace::Trace whole = trace::Load(kSample);
  const MemoryCurve curve = CurveOf(kSample, trace::Analyze(whole));
  EXPECT_EQ(curve.bands.front(), "aten::relu_ backward");
  EXPECT_EQ(curve.bands.back(), "others");
  std::uint64_t most = 0;
  for (const auto& column : curve.columns) {
    std::uint64_t sum = 0;
    for (const std::uint64_t bytes : column) sum += bytes;
    most = std::max(most, sum);
  }
  EXPECT_EQ(most, 1056768u);
  EXPECT_EQ(curve.requests.size(), 5u);
}

TEST_F(TraceShow, DrawsAPicture) {
  if (!HasMatplotlib()) GTEST_SKIP() << "Python's matplotlib is not installed";
  ASSERT_EQ(Show({.picture = File("out.svg")}), kExitPassed);
  const std::string svg = ReadFile(File("out.svg"));
  EXPECT_NE(svg.find("</svg>"), std::string::npos);
  EXPECT_NE(output_.find("out.svg"), std::string::npos) << output_;
  ASSERT_FALSE(fs::exists(folder_.path() / ".workbook" / "trace" / "curve.json"));
}

TEST_F(TraceShow, TakesATraceWithoutAnyByte) {
  for (const char* body : {"end 0\n", "a 1 0 0 5\nend 1\n"}) {
    WriteFileAtomically(File("t.trace"), std::string("workbook-trace 1\n") + body);
    ASSERT_EQ(
        Show({.file = File("t.trace"), .chrome = File("out.json"), .snapshot = File("out.pickle")}),
        kExitPassed);
    EXPECT_NE(output_.find("0 B"), std::string::npos) << output_;
  }
  if (HasMatplotlib()) {
    EXPECT_EQ(Show({.file = File("t.trace"), .picture = File("out.png")}), kExitPassed);
  }
}

// What PyTorch's own reader makes of the snapshot. Its file comes with every wheel.
class MemoryViz : public TraceShow {
 protected:
  // Empty when there is no wheel.
  static std::string TorchFolder() {
    const char* folder = std::getenv("LIBTORCH");
    if (folder == nullptr || !fs::exists(fs::path(folder) / "cuda" / "_memory_viz.py")) return "";
    return folder;
  }

  std::string Read(const std::string& snapshot) {
    Command command;
    command.argv = {"python3", (kSource / "tests" / "tools" / "memory_viz_reads.py").string(),
                    TorchFolder(), snapshot};
    const ProcessResult result = RunProcess(command);
    EXPECT_TRUE(result.ok()) << result.output;
    return result.output;
  }

  static std::size_t Count(const std::string& text, const std::string& words) {
    std::size_t count = 0;
    for (std::size_t at = text.find(words); at != std::string::npos; at = text.find(words, at + 1))
      ++count;
    return count;
  }
};

TEST_F(MemoryViz, ReadsTheSnapshot) {
  if (TorchFolder().empty()) GTEST_SKIP() << "LIBTORCH names no PyTorch wheel";
  WriteFileAtomically(File("t.trace"),
                      "workbook-trace 1\nt 1 aten::conv2d\nt 2 aten::mm\na 1 100 0 5 1\n"
                      "a 2 64 0 6 2\na 3 0 0 7\na 4 50000000 0 8 2\nf 1 0 9\nend 5\n");
  ASSERT_EQ(Show({.file = File("t.trace"), .snapshot = File("out.pickle")}), kExitPassed);
  const std::string seen = Read(File("out.pickle"));
  // 100 bytes take 128; 64 and 50,000,000 (a multiple of 64) are as they are.
  EXPECT_NE(seen.find("segments: 1\ntotal_reserved: 47.7MiB\ntotal_allocated: 47.7MiB\n"
                      "total_free: 128.0B"),
            std::string::npos)
      << seen;
  EXPECT_EQ(Count(seen, "page holds the snapshot: True"), 3u) << seen;
  EXPECT_NE(seen.find("active_allocated;trace:0:aten::mm 50000000"), std::string::npos) << seen;
  EXPECT_NE(seen.find("never freed: [64, 50000000]"), std::string::npos) << seen;
  EXPECT_NE(seen.find("del b # 100.0B"), std::string::npos) << seen;
}

TEST_F(MemoryViz, ReadsTheSnapshotOfARecordedTrace) {
  if (TorchFolder().empty()) GTEST_SKIP() << "LIBTORCH names no PyTorch wheel";
  const fs::path recorded = kSource / "support" / "traces" / "producer_consumer.trace";
  ASSERT_EQ(Show({.file = recorded.string(), .snapshot = File("out.pickle")}), kExitPassed);
  EXPECT_EQ(Count(Read(File("out.pickle")), "page holds the snapshot: True"), 3u);
}

TEST(UnitsText, HasThreeDigitsAndAUnit) {
  EXPECT_EQ(Grouped(0), "0");
  EXPECT_EQ(Grouped(999), "999");
  EXPECT_EQ(Grouped(1000), "1,000");
  EXPECT_EQ(Grouped(1234567), "1,234,567");
  EXPECT_EQ(BytesText(1023), "1023 B");
  EXPECT_EQ(BytesText(1536), "1.50 KiB");
  EXPECT_EQ(BytesText(std::uint64_t{66} << 20U), "66.0 MiB");
  EXPECT_EQ(BytesText(std::uint64_t{3} << 30U), "3.00 GiB");
  EXPECT_EQ(MicrosecondsText(999), "999 us");
  EXPECT_EQ(MicrosecondsText(12'345), "12.3 ms");
  EXPECT_EQ(MicrosecondsText(12'345'678), "12.3 s");
  EXPECT_EQ(PercentText(0.577), "57.7 %");
}

}  // namespace
}  // namespace workbook::tool
