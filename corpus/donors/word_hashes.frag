#version 450
// Hashes and checks of words: xor-shift mixes, a bitwise CRC step, a Feistel network, all by constant shifts.
layout(location = 0) out vec4 colour;

uint xorShift(uint x) {
  x ^= x << 13u;
  x ^= x >> 17u;
  x ^= x << 5u;
  return x;
}

uint cyclicByte(uint remainder, uint value) {
  remainder ^= value & 255u;
  for (int i = 0; i < 8; i++) {
    uint mask = 0u - (remainder & 1u);
    remainder = (remainder >> 1u) ^ (0xedb88320u & mask);
  }
  return remainder;
}

uint roundOf(uint half_, uint key) {
  return (half_ * 0x9e37u + key) ^ (half_ >> 7u);
}

uvec2 feistel(uvec2 block, uint key, bool backwards) {
  for (uint r = 0u; r < 4u; r++) {
    uint subkey = key ^ (backwards ? 3u - r : r) * 0x1234567u;
    block = uvec2(block.y, block.x ^ (roundOf(block.y, subkey) & 0xffffu));
  }
  return block.yx;
}

bool collides(uint a, uint b, out uint difference) {
  difference = xorShift(a) ^ xorShift(b);
  if (difference == 0u) {
    return true;
  }
  difference = cyclicByte(difference, a);
  return (difference & 0xffu) == 0u;
}

void main() {
  uint a = floatBitsToUint(gl_FragCoord.x);
  uint b = floatBitsToUint(gl_FragCoord.y);
  uint difference;
  bool same = collides(a, b, difference);
  uvec2 block = feistel(uvec2(difference & 0xffffu, difference >> 16u), a ^ b, false);
  uvec2 back = feistel(block, a ^ b, true);
  colour = vec4(vec2(block & 255u) * 0.00390625, float(back.x & 255u) / 255.0, same ? 0.5 : 1.0);
}
