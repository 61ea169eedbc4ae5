#pragma once

#include <map>
#include <string>
#include <vector>

namespace workbook::tool {

/// Runs a program as if it had been started instead of us: in our process group, with our terminal.
/// Ctrl-C is the program's business meanwhile, and SIGTERM is passed on to it.
/// @param argv  argv[0] is looked up in PATH
/// @param env   on top of ours
/// @return its exit code, or 128 + the signal that ended it, as shells say it
/// @throws UserError (usage) when it cannot be started
int RunInForeground(const std::vector<std::string>& argv,
                    const std::map<std::string, std::string>& env);

}  // namespace workbook::tool
