#include "leaks.h"

#include <algorithm>
#include <sstream>

#include "workbook/not_implemented.h"

namespace workbook {
namespace {

// Adds a block to its group, or opens one. Most programs have few places that leak.
void AddToGroups(std::vector<LeakGroup>& groups, const BlockRecord& record) {
  auto group = std::find_if(groups.begin(), groups.end(), [&record](const LeakGroup& candidate) {
    return SameOrigin(candidate.first, record);
  });
  if (group == groups.end()) group = groups.insert(groups.end(), {0, 0, record});
  ++group->blocks;
  group->payload_bytes += record.bounds.payload_bytes;
}

std::string Count(std::size_t count, const char* what) {
  return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
}

}  // namespace

bool SameOrigin(const BlockRecord& a, const BlockRecord& b) {
  // [exercise 4.6]
  throw NotImplemented("4.6", "What was left behind");
  // [end 4.6]
}

LeakReport CollectLeaks(const RecordList& live, const DebugHeap* heap, std::uint64_t after,
                        std::uint64_t until) {
  LeakReport report;
  // [exercise 4.6b]
  throw NotImplemented("4.6b", "What was left behind");
  // [end 4.6b]
  // [exercise 4.6c]
  throw NotImplemented("4.6c", "What was left behind");
  // [end 4.6c]
  return report;
}

std::string Describe(const LeakReport& report) {
  std::ostringstream text;
  text << "DebugAllocator: " << Count(report.payload_bytes, "byte") << " live in "
       << Count(report.blocks, "block") << "\n";
  for (const LeakGroup& group : report.groups) {
    text << "  " << Count(group.blocks, "block") << " of " << group.first.bounds.payload_bytes
         << " bytes, the first is #" << group.first.serial << ", allocated by thread "
         << group.first.allocated_by << " at:\n"
         << DescribeStack(group.first.allocated_at);
  }
  return text.str();
}

}  // namespace workbook
