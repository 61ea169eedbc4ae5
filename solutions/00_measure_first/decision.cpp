#include "decision.h"

#include <algorithm>

#include "ceiling.h"
#include "live_bytes.h"
#include "page_faults.h"
#include "sizes.h"
#include "workbook/not_implemented.h"

namespace workbook {

Findings Examine(const trace::Trace& trace, const Costs& costs) {
  // [exercise 0.6]
  const trace::Summary& run = trace.summary;
  const std::uint64_t in_calls = AllocatorNs(run, trace.events.size(), costs.clock_ns);
  const std::uint64_t avoidable = AvoidableFaults(run.minor_faults, FindPeak(trace.events).bytes);
  return {TimeShare(in_calls, run.run_us), TimeShare(avoidable * costs.fault_ns, run.run_us),
          PoolShare(CountSizes(trace.events), kPools)};
  // [end 0.6]
}

Advice Decide(const Findings& findings, const Needs& needs, const Bar& bar) {
  // [exercise 0.6b]
  if (needs.alignment > kDefaultAlignment || needs.special_memory || needs.freed_together) {
    return Advice::kBuildForTheNeed;
  }
  const auto is_worth_it = [&bar](double share) { return Ceiling(share) >= bar.least_speedup; };
  if (!is_worth_it(std::min(1.0, findings.calls + findings.faults))) return Advice::kLeaveIt;
  if (is_worth_it(findings.faults) || !is_worth_it(findings.calls)) return Advice::kTuneMalloc;
  return findings.pooled >= bar.least_pooled ? Advice::kBuildPools : Advice::kSwapMalloc;
  // [end 0.6b]
}

std::string_view OwnReason(std::string_view trace) {
  // [exercise 0.6c]
  if (trace == "cnn_training") return "Faults are 7 % of the run: two variables first.";
  if (trace == "transformer_random_lengths")
    return "Faults again, 5 %; 117 sizes would want classes.";
  if (trace == "rnn_cell") return "Ten sizes, made for pools, and the calls are 0.4 %: no.";
  if (trace == "inference_loop") return "A free takes 95 us: that is munmap, so keep the memory.";
  if (trace == "producer_consumer")
    return "4 % in all; the remote frees, 2.5 %, do not change that.";
  if (trace == "mixed_lifetimes") return "907 sizes and 4 % to win: not worth anybody's week.";
  return "";
  // [end 0.6c]
}

}  // namespace workbook
