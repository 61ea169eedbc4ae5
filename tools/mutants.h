#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace workbook::tool {

/// A body with one statement deleted.
struct Mutant {
  std::string statement;  ///< its text, white space runs made one blank
  std::string body;       ///< the whole body, the statement replaced by ";"
  int line = 0;           ///< of the statement, counted from 1 within the body
};

/// Every body that comes from deleting one statement that ends in ";" outside parentheses, strings
/// and comments. A `for`'s head is not taken apart; a declaration is deleted too, and such a mutant
/// usually does not compile.
std::vector<Mutant> MutantsOf(std::string_view body);

}  // namespace workbook::tool
