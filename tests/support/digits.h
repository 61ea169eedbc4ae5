#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace workbook {

/// Images of hand-written digits: the test set of 1,797 images of the UCI collection "Optical
/// Recognition of Handwritten Digits". Source and licence stand in support/data/digits.txt.
struct Digits {
  static constexpr std::size_t kSide = 8;                ///< an image has 8 x 8 pixels
  static constexpr std::size_t kPixels = kSide * kSide;  ///< pixels of one image
  static constexpr std::uint8_t kInk = 16;               ///< the darkest pixel; 0 is paper
  static constexpr std::size_t kClasses = 10;            ///< labels are 0..9

  std::vector<std::uint8_t> pixels;  ///< `kPixels` for each image, row by row
  std::vector<std::uint8_t> labels;  ///< one for each image

  std::size_t size() const { return labels.size(); }
};

/// Reads support/data/digits.txt, in file order.
/// @throws std::runtime_error naming the file and the line, when it is missing or damaged
Digits LoadDigits();

}  // namespace workbook
