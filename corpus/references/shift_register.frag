#version 450
// A Galois shift register stepped a pixel-dependent number of times, with bit-field operations on the way.
layout(push_constant) uniform buf_push { uint taps; };
layout(set = 0, binding = 0) uniform buf0 { ivec2 field; };
layout(location = 0) out vec4 colour;

uint stepOnce(uint register_) {
  bool low = (register_ & 1u) == 1u;
  register_ >>= 1;
  return low ? register_ ^ taps : register_;
}

uint run(uint start, uint steps) {
  uint register_ = start;
  for (uint i = 0u; i < steps; i++) {
    register_ = stepOnce(register_);
    if (register_ == start) {
      break;
    }
  }
  return register_;
}

uvec3 unpack(uint word) {
  uvec3 parts;
  parts.x = bitfieldExtract(word, 0, 5);
  parts.y = bitfieldExtract(word, 5, 6);
  parts.z = bitfieldExtract(word, 11, 5);
  return parts;
}

uint repack(uvec3 parts, uint word) {
  uint result = bitfieldInsert(word, parts.y, field.x, field.y);
  return bitfieldInsert(result, parts.x, 0, 3);
}

void main() {
  uvec2 pixel = uvec2(gl_FragCoord.xy);
  uint start = ((pixel.x >> 3u) << 6u | (pixel.y >> 3u) << 1u) + 1u;
  uint word = run(start, (pixel.x & 7u) * 4u + (pixel.y & 7u));
  uvec3 parts = unpack(word);
  uint packed = repack(parts, word);
  int signedField = bitfieldExtract(int(packed), 4, 6);
  int highest = findMSB(packed);
  int lowest = findLSB(packed | 0x8000u);
  ivec3 shade = ivec3(parts << uvec3(3u, 2u, 3u)) + ivec3(signedField, highest, lowest);
  colour = vec4(vec3(clamp(shade, ivec3(0), ivec3(255))) / 255.0, 1.0);
}
