#include "trace_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <nlohmann/json.hpp>
#include <regex>
#include <string_view>

#include "terminal.h"
#include "trace/reader.h"
#include "trace/share.h"
#include "units_text.h"

namespace workbook::tool {
namespace {

using trace::Share;

constexpr std::size_t kTopicColumns = 12;
constexpr std::size_t kMostRows = 8;
constexpr std::size_t kBarColumns = 24;

// No line ends between a number and its unit.
std::string WrapNumbers(const std::string& text, std::size_t indent) {
  static const std::regex kNumberAndUnit(R"((\d) (?=(%|us|ms|s|B|KiB|MiB|GiB)(?![\w-])))");
  constexpr char kGlue = '\x1f';
  std::string out = Wrap(std::regex_replace(text, kNumberAndUnit, std::string("$1") + kGlue),
                         kDefaultColumns, indent);
  std::replace(out.begin(), out.end(), kGlue, ' ');
  return out;
}

// "  peak        66.1 MiB in 231 blocks", broken where it gets too wide.
std::string Row(std::string_view name, const std::string& text) {
  const std::string begin = "  " + Fit(name, kTopicColumns);
  return begin + WrapNumbers(text, begin.size()) + "\n";
}

std::string Title(std::string_view text, const Terminal& terminal) {
  return "\n" + terminal.Paint(Style::kBold, " " + std::string(text)) + "\n";
}

std::string Counted(std::uint64_t number, const std::string& noun) {
  return Grouped(number) + " " + noun + (number == 1 ? "" : "s");
}

std::string CallWords(const TraceReport& report) {
  const trace::Analysis& analysis = report.analysis;
  return Counted(analysis.allocations, "allocation") + " (" + Grouped(analysis.empty_requests) +
         " of 0 bytes) and " + Counted(analysis.frees, "free") + " by " +
         Counted(analysis.threads.size(), "thread") + " in " +
         MicrosecondsText(analysis.last_us - analysis.first_us);
}

// Empty when the recorder did not measure it.
std::string CostWords(const trace::Summary& summary) {
  const std::uint64_t inside_ns = summary.allocate_ns + summary.free_ns;
  if (inside_ns == 0) return "";
  std::string words = MicrosecondsText(inside_ns / 1000) + " inside the calls (" +
                      MicrosecondsText(summary.allocate_ns / 1000) + " allocating, " +
                      MicrosecondsText(summary.free_ns / 1000) + " freeing)";
  if (summary.run_us > 0) {
    words += ", " + PercentText(Share(inside_ns, summary.run_us * 1000)) + " of a run of " +
             MicrosecondsText(summary.run_us);
  }
  if (summary.minor_faults > 0) words += "; " + Counted(summary.minor_faults, "page fault");
  return words;
}

std::string PeakWords(const trace::Analysis& analysis) {
  return BytesText(analysis.peak_bytes) + " (" + Grouped(analysis.peak_bytes) + " bytes) in " +
         Counted(analysis.peak_blocks, "block") + ", after event " + Grouped(analysis.peak_event) +
         " of " + Grouped(analysis.events) + ", at " +
         MicrosecondsText(analysis.peak_us - std::min(analysis.peak_us, analysis.first_us));
}

std::string LifetimeWords(const trace::Lifetimes& lives) {
  if (lives.freed == 0) return "no block was freed";
  return fmt::format(
      "half of the blocks lived at most {} and {}, nine in ten at most {} and {}; the longest {}",
      Counted(lives.median_events, "event"), MicrosecondsText(lives.median_us),
      Counted(lives.ninth_decile_events, "event"), MicrosecondsText(lives.ninth_decile_us),
      MicrosecondsText(lives.longest_us));
}

std::string Overview(const TraceReport& report) {
  const trace::Analysis& analysis = report.analysis;
  std::string text;
  std::string_view name = "how";
  for (const std::string& comment : report.comments) {
    text += Row(name, comment);
    name = "";
  }
  if (!report.complete) text += Row("incomplete", report.why_incomplete);
  text += Row("calls", CallWords(report));
  if (const std::string cost = CostWords(report.summary); !cost.empty()) text += Row("cost", cost);
  text += Row("peak", PeakWords(analysis));
  text += Row("at the end", BytesText(analysis.end_bytes) + " in " +
                                Counted(analysis.end_blocks, "block") + " never freed");
  text += Row("asked for",
              fmt::format("{} in all, {:.1f} times the peak", BytesText(analysis.requested_bytes),
                          Share(analysis.requested_bytes, analysis.peak_bytes)));
  text += Row("repeats", PercentText(analysis.repeat_share) +
                             " of the requests were for a size asked for before; for " +
                             PercentText(analysis.reuse_share) +
                             " a freed block of exactly that size was at hand");
  text += Row("lifetimes", LifetimeWords(analysis.lifetimes));
  return text;
}

std::string HolderTable(const trace::Analysis& analysis, const Terminal& terminal) {
  std::string text = Title("Who holds the peak", terminal);
  std::uint64_t rest_bytes = 0;
  std::uint64_t rest_blocks = 0;
  std::size_t rows = 0;
  const auto row = [&](std::uint64_t bytes, std::uint64_t blocks, std::string_view name) {
    text +=
        fmt::format("  {:>10}  {:>7}  {:>14}  {}\n", BytesText(bytes),
                    PercentText(Share(bytes, analysis.peak_bytes)), Counted(blocks, "block"), name);
  };
  for (const trace::TagUse& tag : analysis.tags) {
    if (tag.bytes_at_peak == 0) continue;
    if (++rows > kMostRows) {
      rest_bytes += tag.bytes_at_peak;
      rest_blocks += tag.blocks_at_peak;
    } else {
      row(tag.bytes_at_peak, tag.blocks_at_peak,
          tag.name.empty() ? "(no operator known)"
                           : Fit(tag.name, std::min<std::size_t>(39, Columns(tag.name))));
    }
  }
  if (rest_bytes > 0) {
    row(rest_bytes, rest_blocks, fmt::format("({} others)", rows - kMostRows));
  }
  return rows == 0 ? "" : text;
}

// Requests and bytes by powers of two: class k holds 2^(k-1)+1 … 2^k bytes.
struct SizeClass {
  std::uint64_t requests = 0;
  std::uint64_t bytes = 0;
};
using SizeClasses = std::array<SizeClass, 65>;

SizeClasses ClassesOf(const trace::Analysis& analysis) {
  SizeClasses classes{};
  for (const trace::SizeUse& size : analysis.sizes) {
    SizeClass& one = classes[static_cast<std::size_t>(std::bit_width(size.bytes - 1))];
    one.requests += size.requests;
    one.bytes += size.bytes * size.requests;
  }
  return classes;
}

std::string Bar(std::uint64_t part, std::uint64_t most, const Terminal& terminal) {
  const std::size_t length = most == 0 ? 0 : (part * kBarColumns + most / 2) / most;
  std::string bar;
  for (std::size_t i = 0; i < length; ++i) bar += terminal.Glyph("█", "#");
  return bar;
}

std::string SizeHistogram(const trace::Analysis& analysis, const Terminal& terminal) {
  if (analysis.sizes.empty()) return "";
  const SizeClasses classes = ClassesOf(analysis);
  std::uint64_t most = 0;
  for (const SizeClass& one : classes) most = std::max(most, one.requests);
  std::string text = Title("Requests by size", terminal);
  for (std::size_t k = 0; k < classes.size(); ++k) {
    const SizeClass& one = classes[k];
    if (one.requests == 0) continue;
    std::string line =
        fmt::format("  up to {:>8}  {:>11}  {:>10}  {}", BytesText(std::uint64_t{1} << k),
                    Grouped(one.requests), BytesText(one.bytes), Bar(one.requests, most, terminal));
    while (line.back() == ' ') line.pop_back();
    text += line + "\n";
  }
  return text;
}

std::string FrequentSizes(const trace::Analysis& analysis, const Terminal& terminal) {
  if (analysis.sizes.empty()) return "";
  const std::uint64_t all = analysis.allocations - analysis.empty_requests;
  std::string text = Title(
      fmt::format("The most frequent of {}", Counted(analysis.sizes.size(), "size")), terminal);
  for (std::size_t i = 0; i < std::min(kMostRows, analysis.sizes.size()); ++i) {
    const trace::SizeUse& size = analysis.sizes[i];
    text += fmt::format("  {:>14} {:<5}  {:>11}  {:>7}  at most {} live\n", Grouped(size.bytes),
                        size.bytes == 1 ? "byte" : "bytes", Counted(size.requests, "time"),
                        PercentText(Share(size.requests, all)), Grouped(size.most_live));
  }
  return text;
}

std::string ThreadTable(const trace::Analysis& analysis, const Terminal& terminal) {
  if (analysis.threads.size() < 2) return "";
  std::string text = Title("Threads", terminal);
  for (std::size_t i = 0; i < std::min(2 * kMostRows, analysis.threads.size()); ++i) {
    const trace::ThreadUse& thread = analysis.threads[i];
    text += fmt::format("  {:>5}  {:>23}  {:>17}, {} of others' blocks\n", thread.thread,
                        Counted(thread.allocations, "allocation"), Counted(thread.frees, "free"),
                        Grouped(thread.frees_of_others));
  }
  if (analysis.threads.size() > 2 * kMostRows) {
    text += fmt::format("  and {} more\n", analysis.threads.size() - 2 * kMostRows);
  }
  return text;
}

nlohmann::json TagsJson(const trace::Analysis& analysis) {
  nlohmann::json list = nlohmann::json::array();
  for (const trace::TagUse& tag : analysis.tags) {
    list.push_back({{"name", tag.name},
                    {"requests", tag.requests},
                    {"requested_bytes", tag.requested_bytes},
                    {"bytes_at_peak", tag.bytes_at_peak},
                    {"blocks_at_peak", tag.blocks_at_peak}});
  }
  return list;
}

nlohmann::json SizesJson(const trace::Analysis& analysis) {
  nlohmann::json list = nlohmann::json::array();
  for (const trace::SizeUse& size : analysis.sizes) {
    list.push_back(
        {{"bytes", size.bytes}, {"requests", size.requests}, {"most_live", size.most_live}});
  }
  return list;
}

nlohmann::json ThreadsJson(const trace::Analysis& analysis) {
  nlohmann::json list = nlohmann::json::array();
  for (const trace::ThreadUse& thread : analysis.threads) {
    list.push_back({{"thread", thread.thread},
                    {"allocations", thread.allocations},
                    {"frees", thread.frees},
                    {"frees_of_others", thread.frees_of_others}});
  }
  return list;
}

nlohmann::json LifetimesJson(const trace::Lifetimes& lives) {
  return {{"freed", lives.freed},
          {"never_freed", lives.never_freed},
          {"median_events", lives.median_events},
          {"ninth_decile_events", lives.ninth_decile_events},
          {"median_us", lives.median_us},
          {"ninth_decile_us", lives.ninth_decile_us},
          {"longest_us", lives.longest_us}};
}

nlohmann::json SummaryJson(const trace::Summary& summary) {
  return {{"run_us", summary.run_us},
          {"allocate_ns", summary.allocate_ns},
          {"free_ns", summary.free_ns},
          {"minor_faults", summary.minor_faults}};
}

}  // namespace

TraceReport ReadTraceReport(const std::string& file) {
  trace::Reader reader(file);
  TraceReport report;
  report.file = file;
  report.analysis = trace::Analyze(reader);
  report.summary = reader.summary();
  report.complete = reader.complete();
  report.why_incomplete = reader.why_incomplete();
  report.comments = reader.comments();
  return report;
}

std::string TraceText(const TraceReport& report, const Terminal& terminal) {
  const trace::Analysis& analysis = report.analysis;
  std::string text = terminal.Paint(Style::kBold, " " + report.file) + "\n";
  text += Overview(report);
  text += HolderTable(analysis, terminal);
  text += SizeHistogram(analysis, terminal);
  text += FrequentSizes(analysis, terminal);
  text += ThreadTable(analysis, terminal);
  if (!report.files.empty()) text += "\n";
  for (const std::string& file : report.files) text += Row("written", file);
  return text;
}

std::string TraceJson(const TraceReport& report) {
  const trace::Analysis& analysis = report.analysis;
  const nlohmann::json json = {{"file", report.file},
                               {"complete", report.complete},
                               {"why_incomplete", report.why_incomplete},
                               {"comments", report.comments},
                               {"events", analysis.events},
                               {"allocations", analysis.allocations},
                               {"frees", analysis.frees},
                               {"empty_requests", analysis.empty_requests},
                               {"requested_bytes", analysis.requested_bytes},
                               {"duration_us", analysis.last_us - analysis.first_us},
                               {"peak_bytes", analysis.peak_bytes},
                               {"peak_blocks", analysis.peak_blocks},
                               {"peak_event", analysis.peak_event},
                               {"peak_us", analysis.peak_us},
                               {"end_bytes", analysis.end_bytes},
                               {"end_blocks", analysis.end_blocks},
                               {"repeat_share", analysis.repeat_share},
                               {"reuse_share", analysis.reuse_share},
                               {"sizes", SizesJson(analysis)},
                               {"tags", TagsJson(analysis)},
                               {"threads", ThreadsJson(analysis)},
                               {"lifetimes", LifetimesJson(analysis.lifetimes)},
                               {"summary", SummaryJson(report.summary)},
                               {"files", report.files}};
  return json.dump(1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

}  // namespace workbook::tool
