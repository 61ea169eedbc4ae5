#pragma once

#include <string>

#include "catalog.h"
#include "check_session.h"
#include "standing.h"

namespace workbook::tool {

/// What `check` found, for people and machines that read JSON: one line.
std::string CheckJson(const Project& project, const Catalog& catalog, const Standings& standings,
                      const SessionResult& session, const std::string& note);

/// The same as JUnit XML.
std::string CheckJunit(const Project& project, const Catalog& catalog,
                       const SessionResult& session);

}  // namespace workbook::tool
