#include "verbs.h"
#include "verdict.h"
namespace workbook::tool {
int RunDevMutate(const Project&, const DevMutateArguments&) { throw UserError(kExitUsage, "not built yet"); }
int RunTestVerb(const Project&, const TestArguments&) { throw UserError(kExitUsage, "not built yet"); }
}
