#include "verbs.h"
#include "verdict.h"
namespace workbook::tool {
  throw UserError(kExitUsage, "not built yet");
}
int RunDevMutate(const Project&, const DevMutateArguments&) {
  throw UserError(kExitUsage, "not built yet");
}
int RunTestVerb(const Project&, const TestArguments&) {
  throw UserError(kExitUsage, "not built yet");
}
}  // namespace workbook::tool
