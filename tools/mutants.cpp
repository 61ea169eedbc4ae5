#include "mutants.h"

#include <algorithm>
#include <cctype>

namespace workbook::tool {
namespace {

std::string OneLine(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const bool space = std::isspace(static_cast<unsigned char>(c)) != 0;
    if (space && (out.empty() || out.back() == ' ')) continue;
    out += space ? ' ' : c;
  }
  while (!out.empty() && out.back() == ' ') out.pop_back();
  return out;
}

// Walks over code and says where statements begin and end.
class Walker {
 public:
  explicit Walker(std::string_view body) : body_(body) {}

  std::vector<Mutant> Walk() {
    while (at_ < body_.size()) Step();
    return std::move(mutants_);
  }

 private:
  void Step() {
    if (SkipComment() || SkipLiteral()) return;
    const char c = body_[at_];
    if (std::isspace(static_cast<unsigned char>(c)) != 0) {
      ++at_;
      return;
    }
    if (begin_ == std::string_view::npos) begin_ = at_;
    if (c == '(' || c == '[') ++depth_;
    if (c == ')' || c == ']') --depth_;
    ++at_;
    if (depth_ > 0) return;
    if (c == ';') EndStatement();
    // A block's braces bound statements; so does the head of an if or a loop before them.
    if (c == '{' || c == '}') begin_ = std::string_view::npos;
    if (c == ')' && HeadEndsHere()) begin_ = std::string_view::npos;
  }

  void EndStatement() {
    const std::size_t begin = begin_;
    begin_ = std::string_view::npos;
    if (at_ - begin <= 1) return;  // an empty statement
    Mutant mutant;
    mutant.statement = OneLine(body_.substr(begin, at_ - begin));
    mutant.body = std::string(body_.substr(0, begin)) + ";" + std::string(body_.substr(at_));
    mutant.line = 1 + static_cast<int>(std::count(
                          body_.begin(), body_.begin() + static_cast<std::ptrdiff_t>(begin), '\n'));
    mutants_.push_back(std::move(mutant));
  }

  // "if (…)", "for (…)", "while (…)": what follows is a statement of its own.
  [[nodiscard]] bool HeadEndsHere() const {
    std::string_view text = body_.substr(begin_, at_ - begin_);
    if (text.starts_with("else ")) text.remove_prefix(5);
    for (const std::string_view word : {"if", "for", "while", "switch"}) {
      if (!text.starts_with(word)) continue;
      text.remove_prefix(word.size());
      return text.starts_with(" ") || text.starts_with("(");
    }
    return false;
  }

  bool SkipComment() {
    const std::string_view rest = body_.substr(at_);
    if (rest.starts_with("//")) {
      at_ = std::min(body_.find('\n', at_), body_.size());
    } else if (rest.starts_with("/*")) {
      const std::size_t end = body_.find("*/", at_ + 2);
      at_ = end == std::string_view::npos ? body_.size() : end + 2;
    } else {
      return false;
    }
    return true;
  }

  bool SkipLiteral() {
    const char quote = body_[at_];
    // An apostrophe between digits belongs to a number.
    const bool digit_mark =
        quote == '\'' && at_ > 0 && std::isalnum(static_cast<unsigned char>(body_[at_ - 1])) != 0;
    if ((quote != '"' && quote != '\'') || digit_mark) return false;
    if (begin_ == std::string_view::npos) begin_ = at_;
    for (++at_; at_ < body_.size() && body_[at_] != quote; ++at_) {
      if (body_[at_] == '\\') ++at_;
    }
    at_ = std::min(at_ + 1, body_.size());
    return true;
  }

  std::string_view body_;
  std::size_t at_ = 0;
  std::size_t begin_ = std::string_view::npos;
  int depth_ = 0;
  std::vector<Mutant> mutants_;
};

}  // namespace

std::vector<Mutant> MutantsOf(std::string_view body) { return Walker(body).Walk(); }

}  // namespace workbook::tool
