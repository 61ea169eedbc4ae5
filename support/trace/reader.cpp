#include "reader.h"

#include <charconv>
#include <limits>
#include <utility>

#include "error.h"

namespace workbook::trace {
namespace {

constexpr std::string_view kMagic = "workbook-trace ";
constexpr std::string_view kVersion = "1";
constexpr std::size_t kMostComments = 32;
constexpr std::uint64_t kAnyNumber = std::numeric_limits<std::uint64_t>::max();

// For messages: a piece of foreign text, short and without control characters.
std::string Quoted(std::string_view text) {
  constexpr std::size_t kShown = 40;
  std::string shown = "\"";
  for (const char c : text.substr(0, kShown)) {
    const auto byte = static_cast<unsigned char>(c);
    shown += byte < 0x20 || byte >= 0x7f ? '?' : c;
  }
  return shown + (text.size() > kShown ? "…\"" : "\"");
}

// Takes the blank between two fields. The text stays as it is when there is none.
bool TakeBlank(std::string_view& text) {
  if (text.empty() || text.front() != ' ') return false;
  text.remove_prefix(1);
  return true;
}

std::string BlockWords(std::uint64_t id) { return "block " + std::to_string(id); }

}  // namespace

Reader::Reader(const std::filesystem::path& file) : file_(file), lines_(file) { ReadHead(); }

void Reader::ReadHead() {
  std::string_view line;
  if (!lines_.Next(line)) {
    const bool is_empty = lines_.end() == End::kClean;
    throw TraceError(file_, 1,
                     is_empty ? "the file is empty; a trace begins with \"workbook-trace 1\""
                              : "the file ends in its first line, \"workbook-trace 1\"");
  }
  if (!line.starts_with(kMagic)) {
    Fail("not a trace: the first line must be \"workbook-trace 1\", not " + Quoted(line));
  }
  line.remove_prefix(kMagic.size());
  if (line != kVersion) Fail("version " + Quoted(line) + " of the format; this reader knows 1");
}

bool Reader::Next(Event& event) {
  std::string_view line;
  if (complete_ || !why_incomplete_.empty()) return false;
  while (lines_.Next(line)) {
    if (line.starts_with("a ")) return ReadAllocate(line.substr(2), event), true;
    if (line.starts_with("f ")) return ReadFree(line.substr(2), event), true;
    if (line.starts_with("end ")) return ReadEnd(line.substr(4)), false;
    if (line.starts_with("#")) {
      KeepComment(line);
    } else if (line.starts_with("t ")) {
      ReadTag(line.substr(2));
    } else if (line.starts_with("s ")) {
      ReadSummary(line.substr(2));
    } else {
      Fail("a line begins with \"a \", \"f \", \"t \", \"s \", \"end \" or \"#\", not as " +
           Quoted(line));
    }
  }
  NoteEnd();
  return false;
}

// "a 17 4096 0 12345 1": id bytes thread microsecond [tag]
void Reader::ReadAllocate(std::string_view text, Event& event) {
  event.kind = Kind::kAllocate;
  event.id = Number(text, "block id", kAnyNumber);
  event.bytes = Number(text, "number of bytes", kMaxLiveBytes);
  event.thread = static_cast<std::uint32_t>(Number(text, "thread", kMaxThreads - 1));
  event.microsecond = Number(text, "time", kAnyNumber);
  event.tag = 0;
  if (!text.empty()) {
    event.tag = static_cast<std::uint32_t>(Number(text, "tag", kMaxTags));
    if (event.tag >= tags_.size())
      Fail("tag " + std::to_string(event.tag) + " is used before its line \"t " +
           std::to_string(event.tag) + " NAME\"");
  }
  if (!text.empty()) Fail("more than five numbers: " + Quoted(text));
  CheckNewId(event.id);
  CheckTime(event);
  if (event.bytes > kMaxLiveBytes - live_bytes_) Fail("more than 2^47 bytes would be live");
  live_.Add(event.id, event.bytes, event.tag);
  live_bytes_ += event.bytes;
  ++events_;
}

// "f 17 0 12399": id thread microsecond
void Reader::ReadFree(std::string_view text, Event& event) {
  event.kind = Kind::kFree;
  event.id = Number(text, "block id", kAnyNumber);
  event.thread = static_cast<std::uint32_t>(Number(text, "thread", kMaxThreads - 1));
  event.microsecond = Number(text, "time", kAnyNumber);
  if (!text.empty()) Fail("more than three numbers: " + Quoted(text));
  LiveBlock block;
  if (!live_.Remove(event.id, block)) Fail(NotLive(event.id));
  CheckTime(event);
  event.bytes = block.bytes;
  event.tag = block.tag;
  live_bytes_ -= block.bytes;
  ++events_;
}

// Ids strictly grow, so that no set of all ids is needed to find one that comes twice.
void Reader::CheckNewId(std::uint64_t id) {
  if (has_ids_ && id <= last_id_) {
    if (live_.Find(id) != nullptr) Fail(BlockWords(id) + " is allocated twice: it is still live");
    Fail("the ids of allocations must grow: " + std::to_string(id) + " comes after " +
         std::to_string(last_id_));
  }
  if (!has_ids_) first_id_ = id;
  ids_without_gaps_ = ids_without_gaps_ && (!has_ids_ || id == last_id_ + 1);
  has_ids_ = true;
  last_id_ = id;
}

std::string Reader::NotLive(std::uint64_t id) const {
  if (!has_ids_ || id > last_id_ || id < first_id_)
    return BlockWords(id) + " is freed but was never allocated";
  if (ids_without_gaps_) return BlockWords(id) + " is freed twice";
  return BlockWords(id) + " is freed but not live: freed twice, or never allocated";
}

// Each thread has a clock that never goes back. Between threads, an event may be written a little
// later than one that it came before.
void Reader::CheckTime(const Event& event) {
  if (event.thread >= last_microsecond_.size()) last_microsecond_.resize(event.thread + 1);
  std::uint64_t& last = last_microsecond_[event.thread];
  if (event.microsecond < last) {
    Fail("time goes back in thread " + std::to_string(event.thread) + ": " +
         std::to_string(event.microsecond) + " comes after " + std::to_string(last));
  }
  last = event.microsecond;
}

// "t 1 aten::conv2d"
void Reader::ReadTag(std::string_view text) {
  const std::uint64_t number = Number(text, "tag", kMaxTags);
  if (number != tags_.size())
    Fail("tag " + std::to_string(number) + " is out of order; the next one is " +
         std::to_string(tags_.size()));
  if (text.empty()) Fail("tag " + std::to_string(number) + " has no name");
  tags_.emplace_back(text);
}

// "s run_us=1234 allocate_ns=…": names that this version does not know are skipped.
void Reader::ReadSummary(std::string_view text) {
  if (has_summary_) Fail("a second summary");
  has_summary_ = true;
  const std::pair<std::string_view, std::uint64_t&> known[] = {
      {"run_us", summary_.run_us},
      {"allocate_ns", summary_.allocate_ns},
      {"free_ns", summary_.free_ns},
      {"minor_faults", summary_.minor_faults}};
  while (!text.empty()) {
    const std::size_t equals = text.find('=');
    if (equals == std::string_view::npos || equals == 0)
      Fail("a summary has the form name=number: " + Quoted(text));
    const std::string_view name = text.substr(0, equals);
    text.remove_prefix(equals + 1);
    const std::uint64_t number = Number(text, "number", kAnyNumber);
    for (const auto& [known_name, value] : known) {
      if (known_name == name) value = number;
    }
  }
}

// "end 2": the number of events, and nothing behind it.
void Reader::ReadEnd(std::string_view text) {
  const std::uint64_t counted = Number(text, "number of events", kAnyNumber);
  if (!text.empty()) Fail("\"end\" has one number: " + Quoted(text));
  if (counted != events_) {
    Fail("\"end\" says " + std::to_string(counted) + " events, but there are " +
         std::to_string(events_));
  }
  std::string_view line;
  if (lines_.Next(line) || lines_.end() == End::kCutLine) Fail("text after \"end\"");
  complete_ = true;
}

void Reader::NoteEnd() {
  const std::string where = "line " + std::to_string(lines_.number());
  switch (lines_.end()) {
    case End::kCutLine:
      why_incomplete_ = where + " is cut off, so it is left out";
      break;
    case End::kZeroBytes:
      why_incomplete_ = "from " + where + " on the file is empty: the program ended in mid-run";
      break;
    default:
      why_incomplete_ = "there is no \"end\" in " + where;
  }
}

void Reader::KeepComment(std::string_view line) {
  if (events_ > 0 || comments_.size() >= kMostComments) return;
  line.remove_prefix(line.starts_with("# ") ? 2 : 1);
  comments_.emplace_back(line);
}

// Takes a number and the blank behind it, if something follows.
std::uint64_t Reader::Number(std::string_view& text, const char* what,
                             std::uint64_t at_most) const {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const auto length = static_cast<std::size_t>(end - text.data());
  if (error == std::errc::invalid_argument)
    Fail(text.empty() ? std::string("the ") + what + " is missing"
                      : std::string("the ") + what + " is no number: " + Quoted(text));
  if (error == std::errc::result_out_of_range || number > at_most)
    Fail(std::string("the ") + what + " is too large: " + Quoted(text.substr(0, length)));
  const std::string_view whole = text;
  text.remove_prefix(length);
  if (!text.empty() && (!TakeBlank(text) || text.empty()))
    Fail(std::string("the ") + what + " is no number: " + Quoted(whole));
  return number;
}

void Reader::Fail(const std::string& reason) const {
  throw TraceError(file_, lines_.number(), reason);
}

}  // namespace workbook::trace
