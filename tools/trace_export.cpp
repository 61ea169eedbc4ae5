#include "trace_export.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <numeric>
#include <unordered_map>

#include "json_text.h"
#include "trace/best_fit_heap.h"
#include "trace/reader.h"
#include "verdict.h"

namespace workbook::tool {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostBands = 8;
/// Where snapshots begin: an address that looks like one.
constexpr std::uint64_t kBaseAddress = std::uint64_t{0x7f0000000000};

// A file that is written piece by piece, and complains when that fails.
class Output {
 public:
  explicit Output(const fs::path& path) : path_(path), out_(path, std::ios::binary) {}
  Output& operator<<(std::string_view text) {
    out_ << text;
    return *this;
  }
  void Close() {
    out_.close();
    if (!out_) throw UserError(kExitMachineLacks, path_.string() + " cannot be written.");
  }

 private:
  fs::path path_;
  std::ofstream out_;
};

// Puts commas between the elements of a JSON list that is written as a stream.
class Comma {
 public:
  std::string_view operator()() {
    const std::string_view comma = first_ ? "\n" : ",\n";
    first_ = false;
    return comma;
  }

 private:
  bool first_ = true;
};

std::string ShownName(const std::string& tag) { return tag.empty() ? "(unknown)" : tag; }

// The operators with the most bytes at the peak get a band each, all others share the last one.
class Bands {
 public:
  explicit Bands(const trace::Analysis& analysis) {
    for (const trace::TagUse& tag : analysis.tags) {
      if (names_.size() == kMostBands || tag.bytes_at_peak == 0) break;
      by_name_.emplace(tag.name, names_.size());
      names_.push_back(ShownName(tag.name));
    }
    names_.emplace_back("others");
    live_.resize(names_.size());
  }

  // Of a tag's number; `tags` may have grown since the last call.
  std::size_t Of(std::uint32_t tag, const std::vector<std::string>& tags) {
    while (by_tag_.size() < tags.size()) {
      const auto found = by_name_.find(tags[by_tag_.size()]);
      by_tag_.push_back(found == by_name_.end() ? names_.size() - 1 : found->second);
    }
    return by_tag_[tag];
  }

  void Take(const trace::Event& event, std::size_t band) {
    const bool allocates = event.kind == trace::Kind::kAllocate;
    live_[band] += allocates ? event.bytes : std::uint64_t{0} - event.bytes;
  }

  [[nodiscard]] const std::vector<std::string>& names() const { return names_; }
  [[nodiscard]] const std::vector<std::uint64_t>& live() const { return live_; }

 private:
  std::vector<std::string> names_;
  std::map<std::string, std::size_t> by_name_;
  std::vector<std::size_t> by_tag_;
  std::vector<std::uint64_t> live_;
};

std::uint64_t SumOf(const std::vector<std::uint64_t>& numbers) {
  return std::accumulate(numbers.begin(), numbers.end(), std::uint64_t{0});
}

// Columns without an event show what was live before them.
void FillEmptyColumns(std::vector<std::vector<std::uint64_t>>& columns,
                      const std::vector<std::vector<std::uint64_t>>& after, std::size_t bands) {
  std::vector<std::uint64_t> before(bands);
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (columns[i].empty()) columns[i] = before;
    if (!after[i].empty()) before = after[i];
  }
}

std::string NumberList(const std::vector<std::uint64_t>& numbers) {
  return fmt::format("[{}]", fmt::join(numbers, ","));
}

std::string CounterArguments(const Bands& bands) {
  std::string text;
  for (std::size_t i = 0; i < bands.names().size(); ++i) {
    text += fmt::format("{}{}:{}", text.empty() ? "" : ",", JsonString(bands.names()[i]),
                        bands.live()[i]);
  }
  return text;
}

// One slice's beginning or end. Perfetto pairs them by category and id.
std::string Slice(char phase, std::uint64_t id, const std::string& quoted_name,
                  std::uint32_t thread, std::uint64_t us, std::uint64_t bytes) {
  return fmt::format(
      R"({{"ph":"{}","cat":"block","id":"{}","name":{},"pid":1,"tid":{},"ts":{},"args":{{"bytes":{}}}}})",
      phase, id, quoted_name, thread, us, bytes);
}

// What an open slice needs to be closed.
struct OpenSlice {
  std::uint32_t thread;
  std::uint32_t tag;
  std::uint64_t us;
  std::uint64_t bytes;
};

class ChromeWriter {
 public:
  ChromeWriter(const fs::path& trace, const trace::Analysis& analysis, const fs::path& json)
      : reader_(trace), analysis_(analysis), bands_(analysis), out_(json) {}

  void Write() {
    out_ << "{\"displayTimeUnit\":\"ms\",\"traceEvents\":[";
    WriteNames();
    trace::Event event;
    while (reader_.Next(event)) {
      bands_.Take(event, bands_.Of(event.tag, reader_.tags()));
      WriteSlice(event);
      out_ << comma_()
           << fmt::format(R"({{"ph":"C","name":"live bytes","pid":1,"ts":{},"args":{{{}}}}})",
                          event.microsecond, CounterArguments(bands_));
    }
    CloseSlices();
    out_ << "\n]}\n";
    out_.Close();
  }

 private:
  void WriteNames() {
    out_ << comma_() << R"({"ph":"M","name":"process_name","pid":1,"args":{"name":"allocations"}})";
    for (const trace::ThreadUse& use : analysis_.threads) {
      out_
          << comma_()
          << fmt::format(
                 R"({{"ph":"M","name":"thread_name","pid":1,"tid":{0},"args":{{"name":"thread {0}"}}}})",
                 use.thread);
    }
  }

  [[nodiscard]] std::string NameOf(std::uint32_t tag) const {
    return JsonString(ShownName(reader_.tags()[tag]));
  }

  void WriteSlice(const trace::Event& event) {
    if (event.kind == trace::Kind::kAllocate) {
      open_.emplace(event.id, OpenSlice{event.thread, event.tag, event.microsecond, event.bytes});
      out_ << comma_()
           << Slice('b', event.id, NameOf(event.tag), event.thread, event.microsecond, event.bytes);
      return;
    }
    const OpenSlice slice = open_.at(event.id);
    open_.erase(event.id);
    // Two threads' clocks differ a little; a slice must not end before it begins.
    out_ << comma_()
         << Slice('e', event.id, NameOf(event.tag), slice.thread,
                  std::max(slice.us, event.microsecond), event.bytes);
  }

  void CloseSlices() {
    for (const auto& [id, slice] : std::map(open_.begin(), open_.end())) {
      out_ << comma_()
           << Slice('e', id, NameOf(slice.tag), slice.thread, std::max(slice.us, analysis_.last_us),
                    slice.bytes);
    }
  }

  trace::Reader reader_;
  const trace::Analysis& analysis_;
  Bands bands_;
  Output out_;
  Comma comma_;
  std::unordered_map<std::uint64_t, OpenSlice> open_;
};

}  // namespace

MemoryCurve CurveOf(const fs::path& file, const trace::Analysis& analysis) {
  trace::Reader reader(file);
  Bands bands(analysis);
  MemoryCurve curve;
  curve.bands = bands.names();
  curve.first_us = analysis.first_us;
  curve.last_us = analysis.last_us;
  const std::uint64_t span = std::max<std::uint64_t>(1, analysis.last_us - analysis.first_us);
  const std::uint64_t every = analysis.allocations / kMostRequests + 1;
  curve.columns.resize(kMostColumns);
  std::vector<std::vector<std::uint64_t>> after(kMostColumns);
  std::uint64_t now = analysis.first_us;
  std::uint64_t allocations = 0;
  trace::Event event;
  while (reader.Next(event)) {
    now = std::max(now, event.microsecond);
    const std::size_t band = bands.Of(event.tag, reader.tags());
    bands.Take(event, band);
    const auto column = static_cast<std::size_t>(static_cast<double>(now - analysis.first_us) /
                                                 static_cast<double>(span) * (kMostColumns - 1));
    if (curve.columns[column].empty() || SumOf(bands.live()) > SumOf(curve.columns[column]))
      curve.columns[column] = bands.live();
    after[column] = bands.live();
    if (event.kind == trace::Kind::kAllocate && allocations++ % every == 0)
      curve.requests.push_back({now, event.bytes, band});
  }
  FillEmptyColumns(curve.columns, after, curve.bands.size());
  return curve;
}

void WriteCurve(const MemoryCurve& curve, const std::string& title, const fs::path& json) {
  Output out(json);
  out << fmt::format(R"({{"title":{},"first_us":{},"last_us":{},"bands":{},"columns":[)",
                     JsonString(title), curve.first_us, curve.last_us, JsonList(curve.bands));
  Comma between_columns;
  for (const auto& column : curve.columns) out << between_columns() << NumberList(column);
  out << "],\"requests\":[";
  Comma between_requests;
  for (const MemoryCurve::Request& request : curve.requests) {
    out << between_requests() << fmt::format("[{},{},{}]", request.us, request.bytes, request.band);
  }
  out << "]}\n";
  out.Close();
}

void WriteChrome(const fs::path& file, const trace::Analysis& analysis, const fs::path& json) {
  ChromeWriter(file, analysis, json).Write();
}

void WriteSnapshotJson(const fs::path& file, const fs::path& json) {
  trace::Reader reader(file);
  trace::BestFitHeap heap;
  struct Live {
    std::uint64_t bytes;
    std::uint32_t tag;
  };
  std::map<std::uint64_t, Live> live;  // by address
  Output out(json);
  Comma comma;
  out << "{\"events\":[";
  trace::Event event;
  while (reader.Next(event)) {
    if (event.bytes == 0) continue;
    const bool allocates = event.kind == trace::Kind::kAllocate;
    const std::uint64_t address =
        kBaseAddress + (allocates ? heap.Place(event.id, event.bytes) : heap.Release(event.id));
    out << comma()
        << fmt::format("[{},{},{},{},{}]", allocates ? 1 : 0, address, event.bytes, event.tag,
                       event.microsecond);
    if (allocates) {
      live.emplace(address, Live{event.bytes, event.tag});
    } else {
      live.erase(address);
    }
  }
  std::vector<std::string> names;
  for (const std::string& tag : reader.tags()) names.push_back(ShownName(tag));
  out << fmt::format("],\"names\":{},\"base\":{},\"total\":{},\"live\":[", JsonList(names),
                     kBaseAddress, heap.end());
  Comma between_blocks;
  for (const auto& [address, block] : live) {
    out << between_blocks() << fmt::format("[{},{},{}]", address, block.bytes, block.tag);
  }
  out << "]}\n";
  out.Close();
}

}  // namespace workbook::tool
