// Mistake: describes a contiguous tensor whatever the format is.
// Verdict: failed
// Caught by: Ex2_8.OneChannelOfAChannelsLastTensorIsInEveryPixel
// Message: channel 0
// [exercise 2.8c]
static_cast<void>(format);
const std::size_t plane_bytes = shape.height * shape.width * element_bytes;
return {base + channel * plane_bytes,
        element_bytes,
        {{shape.batch, shape.channels* plane_bytes},
         {shape.height, shape.width* element_bytes},
         {shape.width, element_bytes}}};
// [end 2.8c]
