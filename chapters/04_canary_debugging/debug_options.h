#pragma once

#include <cstddef>

#include "event_log.h"
#include "finding.h"
#include "marks.h"
#include "stack_trace.h"

namespace workbook {

/// Whether the process goes on after a misuse.
enum class OnFinding {
  kReport,  ///< reports and goes on: the block is kept from doing harm as far as that is possible
  kAbort,   ///< reports and calls std::abort(), so that a debugger or a core file shows the place
};

/// What a DebugAllocator does. Fixed when it is made.
struct DebugOptions {
  bool enabled = true;         ///< false: every call goes straight to the upstream
  std::size_t alignment = 64;  ///< of every payload; a power of two, at most 1 GiB
  bool poison = false;         ///< fill payloads with a pattern when they come and when they go
  std::size_t quarantine_bytes = 0;  ///< memory of freed blocks that is kept back; 0: none
  std::size_t stack_frames = 0;      ///< kept of each allocation and free, at most kMaxFrames
  LogOptions log = {};
  const MemoryMarker* marker = nullptr;  ///< what hears of blocks: SystemMarker(), or nobody
  OnFinding on_finding = OnFinding::kReport;

  /// Gets each finding instead of standard error. Called on the thread that found it, without any
  /// lock; may allocate, from this allocator too; must not throw. What it does wrong itself is
  /// counted and not reported.
  void (*handler)(const Finding& finding, void* context) = nullptr;
  void* handler_context = nullptr;

  /// As if it were not there.
  static DebugOptions Off() {
    DebugOptions options;
    options.enabled = false;
    return options;
  }

  /// Guards, bad frees, leaks and statistics; no stacks.
  static DebugOptions CanariesOnly() { return {}; }

  /// All that there is: 64 MiB of quarantine, 32 frames a stack, the last 4,096 events.
  static DebugOptions Everything() {
    DebugOptions options;
    options.poison = true;
    options.quarantine_bytes = std::size_t{64} << 20;
    options.stack_frames = StackTrace::kMaxFrames;
    options.log.ring_events = 4096;
    options.marker = SystemMarker();
    return options;
  }
};

}  // namespace workbook
