#include "load.h"

#include "reader.h"

namespace workbook::trace {

Trace Load(const std::filesystem::path& file) {
  Reader reader(file);
  Trace trace;
  Event event;
  while (reader.Next(event)) trace.events.push_back(event);
  trace.tags = reader.tags();
  trace.summary = reader.summary();
  trace.complete = reader.complete();
  trace.why_incomplete = reader.why_incomplete();
  trace.comments = reader.comments();
  return trace;
}

}  // namespace workbook::trace
