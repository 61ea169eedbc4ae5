// Valid traces, damaged at random: whatever stands in a file, the reader ends with a sound trace or
// a TraceError, and never with anything else.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <string>

#include "made_up.h"
#include "trace/error.h"
#include "trace/reader.h"

namespace workbook::trace {
namespace {

// One random change: a byte, a stretch, two lines, a number.
std::string Damaged(std::string text, std::mt19937& random) {
  const auto at = [&random](std::size_t size) { return random() % std::max<std::size_t>(1, size); };
  const auto line_at = [&](std::size_t from) {
    const std::size_t begin = text.rfind('\n', from) + 1;  // npos + 1 is 0
    const std::size_t end = text.find('\n', begin);
    return std::pair{begin, (end == std::string::npos ? text.size() : end + 1) - begin};
  };
  switch (random() % 8) {
    case 0:
      if (!text.empty()) text[at(text.size())] = static_cast<char>(random() % 256);
      break;
    case 1:
      text.resize(at(text.size()));
      break;
    case 2:
      text.insert(at(text.size()), 1, "0123456789 \n\0-aft"[random() % 17]);
      break;
    case 3:
      text.erase(at(text.size()), 1 + random() % 8);
      break;
    case 4: {  // a line goes
      const auto [begin, size] = line_at(at(text.size()));
      text.erase(begin, size);
      break;
    }
    case 5: {  // a line comes again, somewhere
      const auto [begin, size] = line_at(at(text.size()));
      const std::string line = text.substr(begin, size);
      text.insert(line_at(at(text.size())).first, line);
      break;
    }
    case 6:
      text += std::string(random() % 9000, '\0');
      break;
    default: {  // a digit becomes many
      const std::size_t digit = text.find_first_of("0123456789", at(text.size()));
      if (digit != std::string::npos) text.insert(digit, std::string(random() % 22, '9'));
    }
  }
  return text;
}

// What must hold of everything that a reader lets through; empty if it does.
class Model {
 public:
  std::string Check(const Event& event, const Reader& reader) {
    if (event.tag >= reader.tags().size()) return "a tag without name";
    if (event.thread >= kMaxThreads || event.bytes > kMaxLiveBytes) return "a number too large";
    if (event.microsecond < clocks_[event.thread]) return "time went back";
    clocks_[event.thread] = event.microsecond;
    return event.kind == Kind::kAllocate ? Add(event) : Remove(event);
  }
  [[nodiscard]] std::uint64_t live_bytes() const { return live_bytes_; }

 private:
  std::string Add(const Event& event) {
    if (!live_.emplace(event.id, event).second) return "a live id came again";
    live_bytes_ += event.bytes;
    return {};
  }
  std::string Remove(const Event& event) {
    const auto found = live_.find(event.id);
    if (found == live_.end()) return "a free of nothing";
    if (found->second.bytes != event.bytes || found->second.tag != event.tag)
      return "bytes or tag of a free are not its allocation's";
    live_bytes_ -= event.bytes;
    live_.erase(found);
    return {};
  }

  std::map<std::uint64_t, Event> live_;
  std::map<std::uint32_t, std::uint64_t> clocks_;
  std::uint64_t live_bytes_ = 0;
};

enum class Outcome { kComplete, kEndedEarly, kRefused };

// Throws whatever the reader throws that is no TraceError.
Outcome ReadDamaged(const TemporaryFile& file, std::string& wrong) {
  try {
    Reader reader(file.path());
    Model model;
    Event event;
    while (wrong.empty() && reader.Next(event)) wrong = model.Check(event, reader);
    if (wrong.empty() && model.live_bytes() != reader.live_bytes()) wrong = "live bytes are wrong";
    if (wrong.empty() && reader.complete() != reader.why_incomplete().empty())
      wrong = "complete() and why_incomplete() contradict each other";
    return reader.complete() ? Outcome::kComplete : Outcome::kEndedEarly;
  } catch (const TraceError& error) {
    if (error.reason().empty()) wrong = "an error without a reason";
    return Outcome::kRefused;
  }
}

TEST(DamagedTrace, IsReadSoundlyOrRefusedWithAReason) {
  const TemporaryFile file;
  std::map<Outcome, int> seen;
  for (unsigned seed = 1; seed <= 20; ++seed) {
    MakeUpTrace({.seed = seed, .events = 60, .most_live = 8, .threads = 3, .tags = 3}, file.path());
    const std::string sound = file.Read();
    std::mt19937 random(seed);
    for (int round = 0; round < 100; ++round) {
      std::string text = sound;
      for (unsigned changes = 1 + random() % 3; changes > 0; --changes)
        text = Damaged(std::move(text), random);
      file.Write(text);
      std::string wrong;
      ++seen[ReadDamaged(file, wrong)];
      ASSERT_EQ(wrong, "") << "seed " << seed << ", round " << round << ", text:\n" << text;
    }
  }
  // All three ways are taken, or the damage was too gentle or too coarse to prove anything.
  EXPECT_GT(seen[Outcome::kComplete], 20);
  EXPECT_GT(seen[Outcome::kEndedEarly], 200);
  EXPECT_GT(seen[Outcome::kRefused], 500);
}

TEST(DamagedTrace, CutAnywhereIsReadUpToThere) {
  const TemporaryFile file;
  MakeUpTrace({.seed = 3, .events = 30, .most_live = 6}, file.path());
  const std::string sound = file.Read();
  const std::size_t head = sound.find('\n') + 1;
  for (std::size_t length = head; length < sound.size(); ++length) {
    file.Write(std::string_view(sound).substr(0, length));
    std::string wrong;
    EXPECT_EQ(ReadDamaged(file, wrong), Outcome::kEndedEarly) << "cut to " << length << " bytes";
    ASSERT_EQ(wrong, "");
  }
}

}  // namespace
}  // namespace workbook::trace
