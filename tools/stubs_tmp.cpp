#include "verbs.h"
#include "verdict.h"
namespace workbook::tool {
int RunDevCheck(const Project&, const DevCheckArguments&) {
  throw UserError(kExitUsage, "not built yet");
}
int RunDevMutate(const Project&, const DevMutateArguments&) {
  throw UserError(kExitUsage, "not built yet");
}
int RunTestVerb(const Project&, const TestArguments&) {
  throw UserError(kExitUsage, "not built yet");
}
}  // namespace workbook::tool
