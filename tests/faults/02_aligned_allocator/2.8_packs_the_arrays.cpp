// Mistake: puts each array right after the one before, without padding to a line.
// Verdict: failed
// Caught by: Ex2_8.EachArrayStartsOnALineOfItsOwn
// Message: fields, 1
// [exercise 2.8b]
std::uintptr_t begin = base;
for (std::size_t i = 0; i < field; ++i) begin += count * fields_bytes[i];
return {begin, fields_bytes[field], {{count, fields_bytes[field]}}};
// [end 2.8b]
