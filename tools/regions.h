#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "verdict.h"

namespace workbook::tool {

/// What a learner writes: the lines between `// [exercise 3.2]` and `// [end 3.2]`.
struct Region {
  std::string id;      ///< "3.2", or "3.2b" for a second place of exercise 3.2
  std::string indent;  ///< white space before the opening marker
  std::string body;    ///< whole lines, each with its line end
  int line = 0;        ///< of the opening marker, counted from 1
  int end_line = 0;    ///< of the closing marker
};

/// Given code that a text shows: the lines between `// [snippet name]` and `// [end snippet name]`.
struct Snippet {
  std::string name;
  std::string body;
  int line = 0;
};

/// A marker is missing, doubled, unpaired or nested. The message names file, line and next step.
class MarkerError : public UserError {
 public:
  explicit MarkerError(const std::string& message) : UserError(kExitDoesNotCompile, message) {}
};

/// Source text with markers.
class MarkedText {
 public:
  /// @param file  only used in messages
  /// Throws MarkerError.
  static MarkedText Parse(std::string_view text, std::string file);

  [[nodiscard]] const std::vector<Region>& regions() const { return regions_; }
  [[nodiscard]] const std::vector<Snippet>& snippets() const { return snippets_; }
  /// Null if there is none.
  [[nodiscard]] const Region* Find(std::string_view id) const;
  [[nodiscard]] const Snippet* FindSnippet(std::string_view name) const;
  [[nodiscard]] const std::string& file() const { return file_; }

  /// Throws MarkerError unless exactly these regions are here, in any order.
  void Require(const std::vector<std::string>& ids) const;

  /// The same text with the bodies named in `bodies` replaced; all markers stay.
  [[nodiscard]] std::string Render(const std::map<std::string, std::string>& bodies) const;

  /// As Render, without the lines that mark snippets: what a skeleton is.
  [[nodiscard]] std::string RenderWithoutSnippetMarkers(
      const std::map<std::string, std::string>& bodies) const;

 private:
  enum class SnippetMarkers { kKeep, kDrop };
  [[nodiscard]] std::string Rendered(const std::map<std::string, std::string>& bodies,
                                     SnippetMarkers snippet_markers) const;

  std::string file_;
  std::vector<std::string> lines_;
  std::vector<Region> regions_;
  std::vector<Snippet> snippets_;
  std::vector<int> snippet_marker_lines_;
};

/// "3.2b" -> "3.2"; "3.2" -> "3.2".
std::string ExerciseOf(std::string_view region_id);

/// True if both bodies are the same but for white space.
bool SameBody(std::string_view a, std::string_view b);

}  // namespace workbook::tool
