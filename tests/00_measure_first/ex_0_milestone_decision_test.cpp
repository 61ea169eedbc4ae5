// Milestone of chapter 0: six recorded programs, six decisions, and the learner's reasons.
#include <gtest/gtest.h>

#include <string>

#include "decided.h"
#include "decision.h"
#include "in_words.h"
#include "recorded.h"
#include "trace/analysis.h"

namespace workbook {
namespace {

using testing::Percent;

// The three shares, computed from the analysis behind `trace show` and from the file's summary.
Findings Expected(const trace::Trace& trace) {
  const trace::Analysis analysis = trace::Analyze(trace);
  const double run_ns = static_cast<double>(trace.summary.run_us) * 1000;
  const auto calls_ns = static_cast<double>(trace.summary.allocate_ns + trace.summary.free_ns);
  const std::uint64_t peak_pages = (analysis.peak_bytes + 4095) / 4096;
  std::uint64_t served = 0;
  for (std::size_t i = 0; i < analysis.sizes.size() && i < kPools; ++i) {
    served += analysis.sizes[i].requests;
  }
  const std::uint64_t requests = analysis.allocations - analysis.empty_requests;
  return {
      calls_ns / run_ns,
      static_cast<double>((trace.summary.minor_faults - peak_pages) * Costs().fault_ns) / run_ns,
      static_cast<double>(served) / static_cast<double>(requests)};
}

// The decision on one trace; what it rests on becomes the note of the test.
void Decides(const std::string& name, Advice expected) {
  const trace::Trace& trace = testing::Recorded(name);
  const Findings found = Examine(trace, {});
  const Findings right = Expected(trace);
  EXPECT_NEAR(found.calls, right.calls, 1e-9) << name << ": the share of the calls";
  EXPECT_NEAR(found.faults, right.faults, 1e-9) << name << ": the share of the avoidable faults";
  EXPECT_NEAR(found.pooled, right.pooled, 1e-9) << name << ": what eight pools would serve";
  const Advice advice = Decide(found, {}, {});
  EXPECT_EQ(advice, expected) << name << ": calls " << Percent(found.calls) << ", avoidable faults "
                              << Percent(found.faults) << ", eight pools would serve "
                              << Percent(found.pooled);
  const std::string_view reason = OwnReason(name);
  EXPECT_NE(reason, "") << name << ": your own reason is missing";
  ::testing::Test::RecordProperty("note", testing::Decided(name) + " You: " + std::string(reason));
}

TEST(Ex0_milestone, CnnTraining) { Decides("cnn_training", Advice::kTuneMalloc); }

TEST(Ex0_milestone, TransformerRandomLengths) {
  Decides("transformer_random_lengths", Advice::kTuneMalloc);
}

TEST(Ex0_milestone, RnnCell) { Decides("rnn_cell", Advice::kLeaveIt); }

TEST(Ex0_milestone, InferenceLoop) { Decides("inference_loop", Advice::kTuneMalloc); }

TEST(Ex0_milestone, ProducerConsumer) { Decides("producer_consumer", Advice::kLeaveIt); }

TEST(Ex0_milestone, MixedLifetimes) { Decides("mixed_lifetimes", Advice::kLeaveIt); }

}  // namespace
}  // namespace workbook
