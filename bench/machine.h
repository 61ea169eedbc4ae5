#pragma once

namespace workbook::bench {

/// Adds to the report what a number is worth nothing without: processor, cores, kernel, compiler,
/// PyTorch's version, and whether anything else was running (load average).
void AddMachineContext();

}  // namespace workbook::bench
