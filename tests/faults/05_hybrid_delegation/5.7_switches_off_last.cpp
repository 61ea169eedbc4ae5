// Mistake: gives everything back first and sets the flag last, so that requests in between are routed.
// Verdict: failed
// Caught by: Ex5_7.NothingIsRoutedAnyMoreOnceBlocksGoBack
// Message: new requests still take them
  // [exercise 5.7b]
  if (!enabled) {
    StopKeeping();
    shelves_.ForgetLive();
  }
  enabled_ = enabled;
  // [end 5.7b]
