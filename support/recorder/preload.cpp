// libworkbook_preload.so is put into every program of a recorded run (LD_PRELOAD). It needs nothing
// of PyTorch, so that it can be put into a shell too; into a program that is linked with libtorch
// it loads the recorder, before `main`.
#include <dlfcn.h>

#include <cstdio>
#include <cstdlib>

namespace {

__attribute__((constructor)) void LoadRecorder() {
  const char* recorder = std::getenv("WORKBOOK_RECORDER");
  if (recorder == nullptr || dlopen("libc10.so", RTLD_LAZY | RTLD_NOLOAD) == nullptr) return;
  if (dlopen(recorder, RTLD_NOW) == nullptr) {
    std::fprintf(stderr, "workbook: the recorder for PyTorch %s cannot be loaded: %s\n",
                 WORKBOOK_RECORDER_TORCH, dlerror());
  }
}

}  // namespace
