#version 450
// Bit twiddling on words: population count, parity, reversal, interleaving; no variable shift amounts.
layout(location = 0) out vec4 colour;

uint spread(uint x) {
  x &= 0xffffu;
  x = (x | (x << 8u)) & 0x00ff00ffu;
  x = (x | (x << 4u)) & 0x0f0f0f0fu;
  x = (x | (x << 2u)) & 0x33333333u;
  return (x | (x << 1u)) & 0x55555555u;
}

uint morton(uvec2 p) {
  return spread(p.x) | (spread(p.y) << 1u);
}

uint countByLoop(uint x) {
  uint count = 0u;
  while (x != 0u) {
    x &= x - 1u;
    count++;
  }
  return count;
}

bool parity(uint x) {
  x ^= x >> 16u;
  x ^= x >> 8u;
  x ^= x >> 4u;
  x ^= x >> 2u;
  x ^= x >> 1u;
  return (x & 1u) == 1u;
}

uint reverseBytes(uint x, out uint lowByte) {
  lowByte = x & 0xffu;
  return (x >> 24u) | ((x >> 8u) & 0xff00u) | ((x << 8u) & 0xff0000u) | (x << 24u);
}

void main() {
  uvec2 bits = floatBitsToUint(gl_FragCoord.xy) >> uvec2(12u);
  uint code = morton(bits);
  uint low;
  uint swapped = reverseBytes(code, low);
  uint count = countByLoop(swapped);
  colour = vec4(float(count) / 32.0, float(low) / 255.0, parity(code) ? 1.0 : 0.0, 1.0);
}
