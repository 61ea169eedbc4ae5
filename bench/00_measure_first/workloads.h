#pragma once

#include <string>

namespace workbook::bench {

/// What one way of running a workload cost. Per step, after the first steps.
struct StepCost {
  double nanoseconds = 0;
  double page_faults = 0;
  double peak_resident_bytes = 0;  ///< of the whole process, all libraries included
};

/// Runs a workload in this process for some tenths of a second, on one thread.
///
/// | workload | one step | ways |
/// | --- | --- | --- |
/// | large | y = 2x + z on tensors of 36 MiB | default, reuse, in_place |
/// | inference | a recurrent cell over 50 time steps | default, no_grad, reuse |
/// | training | one mini-batch of the digit network | default |
///
/// @throws std::runtime_error  for a name that is not in the table, or a wrong result
StepCost RunWorkload(const std::string& workload, const std::string& way);

}  // namespace workbook::bench
