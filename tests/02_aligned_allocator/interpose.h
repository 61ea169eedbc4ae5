#pragma once

// Some tests put a function of their own before one of the C library's. The thread and address
// sanitizers call a few of these before they are ready, so the fakes must not be instrumented.
#define WORKBOOK_NOT_INSTRUMENTED \
  __attribute__((no_sanitize("address"), no_sanitize("thread"), no_sanitize("undefined")))
