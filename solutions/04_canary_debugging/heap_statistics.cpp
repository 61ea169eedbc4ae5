#include "heap_statistics.h"

#include <malloc.h>

#include <algorithm>
#include <cstdio>

#include "workbook/not_implemented.h"

namespace workbook {
namespace {

struct NamedStat {
  const char* key;
  Stat HeapStatistics::*stat;
};

// In the order of torch.cuda.memory_stats(), which sorts by name.
constexpr NamedStat kStats[] = {{"active", &HeapStatistics::active},
                                {"active_bytes", &HeapStatistics::active_bytes},
                                {"allocated_bytes", &HeapStatistics::allocated_bytes},
                                {"allocation", &HeapStatistics::allocation},
                                {"reserved_bytes", &HeapStatistics::reserved_bytes}};

constexpr const char* kLine =
    "|---------------------------------------------------------------------------|\n";
constexpr const char* kDoubleLine =
    "|===========================================================================|\n";

// As torch.cuda.memory_summary() shortens: at most five digits before the unit.
std::string InUnits(std::uint64_t amount, const char* const* units, std::uint64_t step) {
  std::size_t unit = 0;
  for (; amount >= 100'000 && unit < 3; ++unit) amount /= step;
  return std::to_string(amount) + " " + units[unit];
}

std::string Bytes(std::uint64_t amount) {
  static constexpr const char* kUnits[] = {"B  ", "KiB", "MiB", "GiB"};
  return InUnits(amount, kUnits, 1024);
}

std::string Blocks(std::uint64_t amount) {
  static constexpr const char* kUnits[] = {"   ", "K  ", "M  ", "G  "};
  return InUnits(amount, kUnits, 1000);
}

std::string Row(const char* name, const std::string& a, const std::string& b, const std::string& c,
                const std::string& d) {
  char line[96];
  static_cast<void>(std::snprintf(line, sizeof(line), "| %-21s | %10s | %10s | %10s | %10s |\n",
                                  name, a.c_str(), b.c_str(), c.c_str(), d.c_str()));
  return line;
}

std::string StatRow(const char* name, const Stat& stat, std::string (*format)(std::uint64_t)) {
  return Row(name, format(stat.current), format(stat.peak), format(stat.allocated),
             format(stat.freed));
}

std::string TitleRows(const HeapStatistics& statistics) {
  char line[96];
  static_cast<void>(std::snprintf(line, sizeof(line),
                                  "|   findings: %-22llu | refused requests: %-18llu |\n",
                                  static_cast<unsigned long long>(statistics.num_findings),
                                  static_cast<unsigned long long>(statistics.num_ooms)));
  return std::string(kDoubleLine) +
         "|                    DebugAllocator memory summary, CPU                     |\n" + kLine +
         line + kDoubleLine;
}

}  // namespace

void Stat::Increase(std::uint64_t amount) {
  // [exercise 4.8]
  current += amount;
  allocated += amount;
  peak = std::max(peak, current);
  // [end 4.8]
}

void Stat::Decrease(std::uint64_t amount) {
  // [exercise 4.8b]
  current -= amount;
  freed += amount;
  // [end 4.8b]
}

void HeapStatistics::OnAllocate(const BlockBounds& block) {
  // [exercise 4.8c]
  allocation.Increase(1);
  allocated_bytes.Increase(block.payload_bytes);
  active.Increase(1);
  active_bytes.Increase(block.payload_bytes);
  reserved_bytes.Increase(block.total_bytes);
  // [end 4.8c]
}

void HeapStatistics::OnFree(const BlockBounds& block) {
  // [exercise 4.8d]
  allocation.Decrease(1);
  allocated_bytes.Decrease(block.payload_bytes);
  // [end 4.8d]
}

void HeapStatistics::OnRelease(const BlockBounds& block) {
  // [exercise 4.8e]
  active.Decrease(1);
  active_bytes.Decrease(block.payload_bytes);
  reserved_bytes.Decrease(block.total_bytes);
  // [end 4.8e]
}

void HeapStatistics::ResetPeaks() {
  // [exercise 4.8f]
  for (Stat* stat : {&allocation, &allocated_bytes, &active, &active_bytes, &reserved_bytes})
    stat->peak = stat->current;
  // [end 4.8f]
}

std::vector<std::pair<std::string, std::uint64_t>> AsMemoryStats(const HeapStatistics& statistics) {
  std::vector<std::pair<std::string, std::uint64_t>> all;
  for (const auto& [key, member] : kStats) {
    const Stat& stat = statistics.*member;
    const std::string prefix = std::string(key) + ".all.";
    all.emplace_back(prefix + "allocated", stat.allocated);
    all.emplace_back(prefix + "current", stat.current);
    all.emplace_back(prefix + "freed", stat.freed);
    all.emplace_back(prefix + "peak", stat.peak);
  }
  all.emplace_back("num_ooms", statistics.num_ooms);
  return all;
}

std::string MemorySummary(const HeapStatistics& statistics, std::uint64_t malloc_bytes) {
  const std::uint64_t ours = statistics.reserved_bytes.current;
  return TitleRows(statistics) +
         Row("Metric", "Cur Usage", "Peak Usage", "Tot Alloc", "Tot Freed") + kLine +
         StatRow("Allocated memory", statistics.allocated_bytes, &Bytes) +
         StatRow("Active memory", statistics.active_bytes, &Bytes) +
         StatRow("Reserved memory", statistics.reserved_bytes, &Bytes) + kLine +
         StatRow("Allocations", statistics.allocation, &Blocks) +
         StatRow("Active allocs", statistics.active, &Blocks) + kLine +
         Row("Else in malloc's heap", Bytes(malloc_bytes > ours ? malloc_bytes - ours : 0), "", "",
             "") +
         kDoubleLine;
}

std::uint64_t MallocBytes() {
  const struct mallinfo2 now = mallinfo2();
  return now.uordblks + now.hblkhd;
}

}  // namespace workbook
