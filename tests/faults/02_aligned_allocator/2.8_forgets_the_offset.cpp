// Mistake: reads the first field whichever was asked for.
// Verdict: failed
// Caught by: Ex2_8.AFieldOfStructsSkipsTheOtherFields
// Message: elements of 4 B
// [exercise 2.8]
static_cast<void>(field_offset);
return {base, field_bytes, {{count, record_bytes}}};
// [end 2.8]
