#pragma once

#include <string>
#include <vector>

#include "terminal.h"
#include "trace/analysis.h"

namespace workbook::tool {

/// What `trace show` prints.
struct TraceReport {
  std::string file;
  trace::Analysis analysis;
  trace::Summary summary;
  bool complete = false;
  std::string why_incomplete;
  std::vector<std::string> comments;
  std::vector<std::string> files;  ///< written: pictures and exports
};

/// @throws trace::TraceError
TraceReport ReadTraceReport(const std::string& file);

/// In lines of at most 80 columns.
std::string TraceText(const TraceReport& report, const Terminal& terminal);

/// One JSON object with the numbers of the text.
std::string TraceJson(const TraceReport& report);

}  // namespace workbook::tool
