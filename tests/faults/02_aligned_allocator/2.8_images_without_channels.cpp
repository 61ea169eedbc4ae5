// Mistake: steps from image to image by one plane, as if there were one channel.
// Verdict: failed
// Caught by: Ex2_8.OneChannelOfAContiguousTensorIsAPlane
// Message: channel 0
// [exercise 2.8c]
const bool planes = format == MemoryFormat::kContiguous;
const std::size_t plane_bytes = shape.height * shape.width * element_bytes;
const std::size_t column_stride = planes ? element_bytes : shape.channels * element_bytes;
return {base + channel * (planes ? plane_bytes : element_bytes),
        element_bytes,
        {{shape.batch, shape.height* shape.width* column_stride},
         {shape.height, shape.width* column_stride},
         {shape.width, column_stride}}};
// [end 2.8c]
