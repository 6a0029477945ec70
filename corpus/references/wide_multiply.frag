#version 450
// Sixty-four-bit products from 32-bit halves, by the built-in and by hand, with carries and reversed bits.
layout(set = 0, binding = 0) uniform buf0 { uvec2 factors; };
layout(location = 0) out vec4 colour;

struct Wide {
  uint high;
  uint low;
};

Wide byHand(uint a, uint b) {
  uint aLow = a & 0xffffu;
  uint aHigh = a >> 16u;
  uint bLow = b & 0xffffu;
  uint bHigh = b >> 16u;
  uint low = aLow * bLow;
  uint middle = aHigh * bLow + (low >> 16u);
  uint other = aLow * bHigh + (middle & 0xffffu);
  return Wide(aHigh * bHigh + (middle >> 16u) + (other >> 16u), (other << 16u) | (low & 0xffffu));
}

Wide byBuiltIn(uint a, uint b) {
  Wide product;
  umulExtended(a, b, product.high, product.low);
  return product;
}

Wide add(Wide a, Wide b) {
  Wide sum;
  uint carry;
  sum.low = uaddCarry(a.low, b.low, carry);
  sum.high = a.high + b.high + carry;
  return sum;
}

uint reverseByHand(uint word) {
  uint result = 0u;
  int left = 32;
  while (left-- > 0) {
    result = (result << 1u) | (word & 1u);
    word >>= 1u;
  }
  return result;
}

bool same(Wide a, Wide b) {
  return a.high == b.high && a.low == b.low;
}

void main() {
  uvec2 pixel = uvec2(gl_FragCoord.xy);
  uvec2 operand = (pixel + 1u) * factors;
  Wide sum = Wide(0u, 0u);
  bool agree = true;
  for (uint i = 0u; i < 4u; i++) {
    Wide product = byHand(operand.x + i, operand.y ^ i);
    agree = agree && same(product, byBuiltIn(operand.x + i, operand.y ^ i));
    sum = add(sum, product);
  }
  uint mirrored = reverseByHand(sum.low);
  if (mirrored != bitfieldReverse(sum.low) || !agree) {
    colour = vec4(1.0);
    return;
  }
  colour = vec4(float(sum.high >> 24u) / 255.0, float(mirrored >> 24u) / 255.0, float((sum.high >> 12u) & 255u) / 255.0, 1.0);
}
