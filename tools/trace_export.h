#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "trace/analysis.h"

namespace workbook::tool {

/// Live bytes over time, by operator, in a fixed number of columns however long the trace is.
struct MemoryCurve {
  struct Request {
    std::uint64_t us = 0;
    std::uint64_t bytes = 0;
    std::size_t band = 0;
  };
  std::vector<std::string> bands;  ///< the operators that hold most at the peak, then "others"
  /// columns[i][band]: live bytes at the moment of column i when most was live in all
  std::vector<std::vector<std::uint64_t>> columns;
  std::uint64_t first_us = 0;
  std::uint64_t last_us = 0;
  std::vector<Request> requests;  ///< a sample: evenly taken, at most kMostRequests
};
inline constexpr std::size_t kMostColumns = 800;
inline constexpr std::size_t kMostRequests = 20'000;

/// Reads the trace once more. @throws trace::TraceError
MemoryCurve CurveOf(const std::filesystem::path& file, const trace::Analysis& analysis);

/// The curve as a JSON file for trace_picture.py.
void WriteCurve(const MemoryCurve& curve, const std::string& title,
                const std::filesystem::path& json);

/// Writes the trace in Chrome's trace event format, which Perfetto opens: an asynchronous slice for
/// each block from allocation to free, on the thread that allocated, and a counter of live bytes by
/// operator. Streams; times are the trace's microseconds.
/// @throws trace::TraceError, UserError when the file cannot be written
void WriteChrome(const std::filesystem::path& file, const trace::Analysis& analysis,
                 const std::filesystem::path& json);

/// Writes, as JSON, what trace_snapshot.py makes a memory snapshot of. Blocks get the addresses of
/// trace::BestFitHeap; requests of 0 bytes are left out, for they have none.
/// @throws trace::TraceError, UserError when the file cannot be written
void WriteSnapshotJson(const std::filesystem::path& file, const std::filesystem::path& json);

}  // namespace workbook::tool
