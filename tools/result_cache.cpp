#include "result_cache.h"

#include <nlohmann/json.hpp>

#include "files.h"

namespace workbook::tool {
namespace fs = std::filesystem;
namespace {

using nlohmann::json;

// Raise it when what a result means changes: older files are then ignored.
constexpr int kResultVersion = 1;

json ToJson(const TestResult& test) {
  json failures = json::array();
  for (const TestFailure& failure : test.failures) {
    failures.push_back({failure.file, failure.line, failure.message});
  }
  return {{"name", test.name},
          {"outcome", static_cast<int>(test.outcome)},
          {"failures", failures},
          {"reason", test.reason}};
}

TestResult TestFromJson(const json& value) {
  TestResult test;
  test.name = value.at("name");
  test.outcome = static_cast<TestOutcome>(value.at("outcome").get<int>());
  test.reason = value.at("reason");
  for (const json& failure : value.at("failures")) {
    test.failures.push_back({failure.at(0), failure.at(1), failure.at(2)});
  }
  return test;
}

}  // namespace

std::optional<RunResult> LoadResult(const fs::path& path) {
  if (!fs::exists(path)) return std::nullopt;
  const json value = json::parse(ReadFile(path), nullptr, false);
  if (!value.is_object() || value.value("version", 0) != kResultVersion) return std::nullopt;
  try {
    RunResult result;
    result.verdict = static_cast<Verdict>(value.at("verdict").get<int>());
    result.detail = value.at("detail");
    result.sanitizer = value.at("sanitizer");
    result.process.started = true;
    result.process.output = value.at("output");
    result.process.exit_code = value.at("exit_code");
    result.process.signal = value.at("signal");
    result.process.seconds = value.at("seconds");
    for (const json& test : value.at("tests")) result.tests.push_back(TestFromJson(test));
    return result;
  } catch (const json::exception&) {
    return std::nullopt;
  }
}

void StoreResult(const fs::path& path, const RunResult& result) {
  json tests = json::array();
  for (const TestResult& test : result.tests) tests.push_back(ToJson(test));
  const json value = {{"version", kResultVersion},
                      {"verdict", static_cast<int>(result.verdict)},
                      {"detail", result.detail},
                      {"sanitizer", result.sanitizer},
                      {"output", result.process.output},
                      {"exit_code", result.process.exit_code},
                      {"signal", result.process.signal},
                      {"seconds", result.process.seconds},
                      {"tests", tests}};
  WriteFileAtomically(path, value.dump(-1, ' ', false, json::error_handler_t::replace));
}

}  // namespace workbook::tool
