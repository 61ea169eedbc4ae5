#include "terminal.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <string>
#include <thread>
#include <utility>

namespace workbook::tool {
namespace {

constexpr std::size_t kWidestText = 100;  // longer lines are hard to read
constexpr auto kQuietFor = std::chrono::seconds(2);

std::string Environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::string() : std::string(value);
}

// A locale that is set and names no UTF-8 asks for plain characters. One that is not set says
// nothing: terminals of today show UTF-8.
bool LocaleShowsUnicode() {
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    const std::string value = Environment(name);
    if (value.empty()) continue;
    return value.find("UTF-8") != std::string::npos || value.find("utf8") != std::string::npos;
  }
  return true;
}

std::size_t WidthOf(int fd) {
  winsize size{};
  if (ioctl(fd, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return kDefaultColumns;
  return std::min<std::size_t>(size.ws_col, kWidestText);
}

std::string_view Code(Style style) {
  switch (style) {
    case Style::kPlain:
      return "";
    case Style::kBold:
      return "\x1b[1m";
    case Style::kDim:
      return "\x1b[2m";
    case Style::kRed:
      return "\x1b[1;31m";
    case Style::kGreen:
      return "\x1b[32m";
    case Style::kYellow:
      return "\x1b[33m";
    case Style::kCyan:
      return "\x1b[36m";
  }
  return "";
}

// Length of the escape sequence that begins at `at`, 0 where none does.
std::size_t EscapeBytes(std::string_view text, std::size_t at) {
  if (text[at] != '\x1b') return 0;
  std::size_t end = at + 1;
  if (end < text.size() && text[end] == '[') {
    ++end;
    while (end < text.size() && (text[end] < '@' || text[end] > '~')) ++end;
  }
  return std::min(end + 1, text.size()) - at;
}

bool StartsCharacter(char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U; }

}  // namespace

Terminal Terminal::Of(int fd) {
  Terminal terminal;
  const bool is_terminal = isatty(fd) == 1 && Environment("TERM") != "dumb";
  terminal.cursor = is_terminal;
  terminal.colour = is_terminal && Environment("NO_COLOR").empty();
  terminal.unicode = LocaleShowsUnicode();
  terminal.width = WidthOf(fd);
  return terminal;
}

const Terminal& Terminal::Out() {
  static const Terminal terminal = Of(STDOUT_FILENO);
  return terminal;
}

std::string Terminal::Paint(Style style, std::string_view text) const {
  if (!colour || style == Style::kPlain || text.empty()) return std::string(text);
  return fmt::format("{}{}\x1b[0m", Code(style), text);
}

std::string_view Terminal::Glyph(std::string_view unicode_text, std::string_view ascii) const {
  return unicode ? unicode_text : ascii;
}

std::size_t Columns(std::string_view text) {
  std::size_t columns = 0;
  for (std::size_t i = 0; i < text.size();) {
    if (const std::size_t escape = EscapeBytes(text, i)) {
      i += escape;
      continue;
    }
    if (StartsCharacter(text[i])) ++columns;
    ++i;
  }
  return columns;
}

std::string Fit(std::string_view text, std::size_t columns) {
  const std::size_t have = Columns(text);
  if (have <= columns) return std::string(text) + std::string(columns - have, ' ');
  std::string out;
  std::size_t seen = 0;
  for (const char byte : text) {
    if (StartsCharacter(byte) && ++seen >= columns) break;
    out += byte;
  }
  return out + "…";
}

std::string Wrap(std::string_view text, std::size_t width, std::size_t indent) {
  std::string out;
  std::size_t column = indent;
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t end = std::min(text.find_first_of(" \n", i), text.size());
    const std::string_view word = text.substr(i, end - i);
    const std::size_t word_columns = Columns(word);
    if (column > indent && column + 1 + word_columns > width) {
      out += '\n' + std::string(indent, ' ');
      column = indent;
    } else if (!word.empty() && column > indent) {
      out += ' ';
      ++column;
    }
    out += word;
    column += word_columns;
    if (end < text.size() && text[end] == '\n') {
      out += '\n' + std::string(indent, ' ');
      column = indent;
    }
    i = end + 1;
  }
  return out;
}

std::string Indented(std::string_view text, std::size_t indent) {
  std::string out;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    if (!line.empty()) out += std::string(indent, ' ');
    out += line;
    out += '\n';
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return out;
}

std::string WithoutControl(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    if (const std::size_t escape = EscapeBytes(text, i)) {
      i += escape;
      continue;
    }
    const auto byte = static_cast<unsigned char>(text[i]);
    if (byte >= 0x20 || byte == '\n' || byte == '\t') out += text[i];
    ++i;
  }
  return out;
}

void Print(std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stdout);
  std::fflush(stdout);
}

std::string LastWords(std::string_view output, std::size_t most_bytes) {
  output.remove_prefix(output.size() - std::min(output.size(), most_bytes));
  return WithoutControl(output);
}

struct ProgressLine::State {
  explicit State(std::string text) : what(std::move(text)), terminal(Terminal::Of(STDERR_FILENO)) {}

  void Run() {
    std::unique_lock lock(mutex);
    if (wake.wait_for(lock, kQuietFor, [this] { return stop; })) return;
    while (!stop) {
      Draw();
      // In a pipe there is nothing to redraw: only a new text is worth a line.
      const auto pause = std::chrono::milliseconds(terminal.cursor ? 250 : 1000);
      wake.wait_for(lock, pause, [this] { return stop; });
    }
    if (drawn) std::fputs("\r\x1b[K", stderr);
  }

  void Draw() {
    if (!terminal.cursor) {
      if (what != last) std::fputs((what + " ...\n").c_str(), stderr);
      last = what;
      return;
    }
    const auto seconds =
        std::chrono::duration_cast<std::chrono::seconds>(std::chrono::steady_clock::now() - begin);
    const std::string line = fmt::format("{} {} {} s", what, terminal.Glyph("…", "..."),
                                         static_cast<long>(seconds.count()));
    std::fputs(("\r\x1b[K" + terminal.Paint(Style::kDim, line.substr(0, 200))).c_str(), stderr);
    std::fflush(stderr);
    drawn = true;
  }

  std::mutex mutex;
  std::condition_variable wake;
  bool stop = false;
  bool drawn = false;
  std::string what;
  std::string last;
  Terminal terminal;
  std::chrono::steady_clock::time_point begin = std::chrono::steady_clock::now();
  std::thread thread;
};

ProgressLine::ProgressLine(std::string what) : state_(std::make_unique<State>(std::move(what))) {
  state_->thread = std::thread([state = state_.get()] { state->Run(); });
}

ProgressLine::~ProgressLine() {
  {
    const std::lock_guard lock(state_->mutex);
    state_->stop = true;
  }
  state_->wake.notify_all();
  state_->thread.join();
}

void ProgressLine::Update(std::string what) {
  const std::lock_guard lock(state_->mutex);
  state_->what = std::move(what);
}

}  // namespace workbook::tool
