#pragma once

#include <filesystem>

#include "event.h"

namespace workbook::trace {

/// Reads a whole trace into memory: 40 bytes an event. `Reader` streams.
/// @throws TraceError  as Reader does. A trace that ended early is no error: see Trace::complete.
Trace Load(const std::filesystem::path& file);

}  // namespace workbook::trace
