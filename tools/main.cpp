#include <cstdio>
#include <exception>

#include "command_line.h"
#include "process.h"
#include "verdict.h"

int main(int argc, char** argv) {
  using namespace workbook::tool;
  InstallInterruptHandler();
  try {
    return RunCommandLine(argc, argv);
  } catch (const Interrupted&) {
    std::fputs("\ninterrupted\n", stderr);
    return 130;
  } catch (const UserError& error) {
    std::fprintf(stderr, "workbook: %s\n", error.what());
    return error.code();
  } catch (const std::exception& error) {
    std::fprintf(stderr, "workbook: unexpected: %s\n", error.what());
    return kExitMachineLacks;
  }
}
