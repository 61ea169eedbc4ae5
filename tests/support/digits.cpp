#include "digits.h"

#include <fstream>
#include <stdexcept>
#include <string>

namespace workbook {
namespace {

constexpr const char* kFile = WORKBOOK_DATA_FOLDER "/digits.txt";
constexpr std::size_t kImages = 1797;

[[noreturn]] void Damaged(std::size_t line, const std::string& what) {
  throw std::runtime_error(std::string(kFile) + ":" + std::to_string(line) + ": " + what);
}

// '0'..'9' and 'a'..'g' stand for 0..16.
std::uint8_t Pixel(char c, std::size_t line) {
  if (c >= '0' && c <= '9') return static_cast<std::uint8_t>(c - '0');
  if (c >= 'a' && c <= 'g') return static_cast<std::uint8_t>(c - 'a' + 10);
  Damaged(line, std::string("'") + c + "' is no pixel");
}

void AddImage(const std::string& text, std::size_t line, Digits& digits) {
  if (text.size() != 2 + Digits::kPixels || text[1] != ' ' || text[0] < '0' || text[0] > '9') {
    Damaged(line, "expected a digit, a space and 64 pixels");
  }
  digits.labels.push_back(static_cast<std::uint8_t>(text[0] - '0'));
  for (std::size_t i = 2; i < text.size(); ++i) digits.pixels.push_back(Pixel(text[i], line));
}

}  // namespace

Digits LoadDigits() {
  std::ifstream file(kFile);
  if (!file) throw std::runtime_error(std::string(kFile) + ": cannot be read");
  Digits digits;
  std::string text;
  for (std::size_t line = 1; std::getline(file, text); ++line) {
    if (text.empty() || text[0] == '#') continue;
    AddImage(text, line, digits);
  }
  if (digits.size() != kImages) {
    throw std::runtime_error(std::string(kFile) + ": " + std::to_string(digits.size()) +
                             " images, expected " + std::to_string(kImages));
  }
  return digits;
}

}  // namespace workbook
