#pragma once

#include <string>
#include <string_view>

#include "made_up.h"
#include "replay/schedule.h"

namespace workbook::replay {

/// The schedule of a trace that is given as text, without its first line.
inline Schedule ScheduleOf(std::string_view lines) {
  const trace::TemporaryFile file("workbook-trace 1\n" + std::string(lines));
  return ReadSchedule(file.path());
}

inline Schedule ScheduleOf(const trace::Plan& plan) {
  const trace::TemporaryFile file;
  trace::MakeUpTrace(plan, file.path());
  return ReadSchedule(file.path());
}

}  // namespace workbook::replay
