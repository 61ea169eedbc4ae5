// Mistake: computes the request and then asks for the payload alone.
// Verdict: failed
// Caught by: Ex2_2.EveryByteOfThePayloadLiesInsideTheBlock
// Message: it is not the block
// [exercise 2.2c]
if (!BytesToRequest(bytes, alignment)) return nullptr;
void* const original = source.acquire(bytes);
return original == nullptr ? nullptr : PlacePayload(original, alignment);
// [end 2.2c]
