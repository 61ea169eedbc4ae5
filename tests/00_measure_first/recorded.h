#pragma once

#include <array>
#include <filesystem>
#include <map>
#include <string>

#include "trace/load.h"

namespace workbook::testing {

/// The workbook's six recorded traces, by name.
inline constexpr std::array kRecorded{"cnn_training",      "transformer_random_lengths",
                                      "rnn_cell",          "inference_loop",
                                      "producer_consumer", "mixed_lifetimes"};

/// One of them, read from support/traces/. Each is read once.
inline const trace::Trace& Recorded(const std::string& name) {
  static std::map<std::string, trace::Trace> loaded;
  const auto known = loaded.find(name);
  if (known != loaded.end()) return known->second;
  const std::filesystem::path root = std::filesystem::path(__FILE__).parent_path() / "../..";
  return loaded[name] = trace::Load(root / "support" / "traces" / (name + ".trace"));
}

}  // namespace workbook::testing
