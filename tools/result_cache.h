#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "runner.h"

namespace workbook::tool {

/// The remembered result of a run, if the file holds one that this version of the command wrote.
std::optional<RunResult> LoadResult(const std::filesystem::path& path);

/// Remembers a result.
void StoreResult(const std::filesystem::path& path, const RunResult& result);

}  // namespace workbook::tool
