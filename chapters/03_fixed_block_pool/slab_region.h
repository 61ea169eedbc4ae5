#pragma once

#include <cstddef>
#include <mutex>

#include "slab.h"

/// The one range of addresses from which all pools of the process get their slabs. Given: this file
/// holds everything that talks to the operating system.
///
///     begin                          end (moves right)                          begin + 64 GiB
///     | slab | slab | released | slab |  reserved: addresses without memory (PROT_NONE)  |
///     |<-------- committed: can be read ------>|
///
/// Reserving takes addresses and no memory. Committing makes one slab readable and writable; the
/// kernel gives it memory page by page, as pages are touched. A released slab gives its pages back
/// and stays readable: it reads as a slab without an owner. So one comparison with a range that
/// only ever grows tells whether an address can be read.
namespace workbook::slab_region {

/// Makes one slab usable. Any thread.
/// @return kSlabBytes of zeroed memory aligned to kSlabBytes; null when the kernel refuses or the
///         range is used up
void* Commit() noexcept;

/// Gives a slab back. Any thread.
/// @param slab  from Commit(); none of its bytes is used any more
void Release(Slab* slab) noexcept;

/// The addresses that can be read. Any thread, without a lock. Empty before the first Commit().
AddressRange Committed() noexcept;

/// Guards Commit() and Release(); here because a fork must hold it.
std::mutex& Mutex() noexcept;

}  // namespace workbook::slab_region
