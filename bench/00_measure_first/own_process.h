#pragma once

#include <optional>
#include <string>
#include <vector>

#include "workloads.h"

namespace workbook::bench {

/// One remedy: how a workload is run, and in which environment.
struct Remedy {
  std::string name = {};        ///< the second part of a case's name: "mmap_threshold"
  std::string way = "default";  ///< see RunWorkload
  std::vector<std::string> environment = {};  ///< "NAME=value" each
  std::string preload = {};  ///< a shared library, found by FindLibrary; empty: none
};

/// A shared library in the usual folders, or nothing.
/// @param name  such as "libjemalloc.so.2"
std::optional<std::string> FindLibrary(const std::string& name);

/// Runs the workload with this remedy in a process of its own, which is this same program.
/// @throws std::runtime_error  if that failed, or if the library was not preloaded after all
StepCost RunInOwnProcess(const std::string& workload, const Remedy& remedy);

/// If this process is such a child: does its work, prints the result and ends. Else returns.
void EndIfChild();

}  // namespace workbook::bench
