#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace workbook::recorder {

/// A text file that survives its writer. Text is copied into memory that is shared with the file,
/// so what was appended can be read whatever happens to the process, SIGKILL included.
///
/// The file grows in chunks. Room that is not used yet reads as zero bytes until Close() cuts it
/// off:
///
///   | lines … | zero bytes up to the end of the chunk |
///             ^ used_
///
/// No file descriptor is kept: a program that closes "all" descriptors does no harm. Not for use
/// from several threads. Append() allocates nothing.
class Journal {
 public:
  Journal() = default;
  ~Journal() { Close(); }
  Journal(const Journal&) = delete;
  Journal& operator=(const Journal&) = delete;

  /// Makes the file; one that exists already is left alone.
  /// @return false when that is not possible: `errno` says why
  bool Create(const std::string& path);

  /// Appends whole lines, all of them or none.
  /// @return false when the disk is full, or nothing is open
  bool Append(std::string_view lines) noexcept;

  /// Cuts the file to what was appended. Nothing happens when nothing is open.
  void Close() noexcept;

  /// Bytes appended so far.
  [[nodiscard]] std::size_t size() const noexcept { return whole_; }

  /// In a forked child: lets go of the parent's file, which is not touched.
  void Abandon() noexcept;

 private:
  bool NextChunk() noexcept;
  void Unmap() noexcept;

  std::string path_;  // empty: nothing is open
  char* chunk_ = nullptr;
  std::size_t chunk_begin_ = 0;  // offset in the file
  std::size_t used_ = 0;         // bytes of the chunk
  std::size_t whole_ = 0;        // bytes of the file that are whole lines
};

}  // namespace workbook::recorder
