#pragma once

namespace workbook::recorder {

/// Begins to follow which operators run, on all threads, through PyTorch's record-function hooks.
/// Call it once.
void FollowOperators();

/// The name of the operator that this thread is in, such as "aten::conv2d"; null outside of any.
/// Operators nest. This is the innermost one that does more than make a tensor: for the memory that
/// aten::clone takes by way of aten::empty_like and aten::empty_strided, aten::clone. Valid until
/// the operator returns.
const char* CurrentOperator() noexcept;

}  // namespace workbook::recorder
