#version 450
// Logic with three values and with vectors of truth; functions that take and return bool and bvec.
layout(location = 0) out vec4 colour;

const int NO = 0;
const int UNKNOWN = 1;
const int YES = 2;

int both(int a, int b) {
  return a < b ? a : b;
}

int either(int a, int b) {
  if (a == YES || b == YES) {
    return YES;
  }
  return a == UNKNOWN || b == UNKNOWN ? UNKNOWN : NO;
}

int negate(int a) {
  switch (a) {
    case NO:
      return YES;
    case YES:
      return NO;
    default:
      return UNKNOWN;
  }
}

bool majority(bool a, bool b, bool c) {
  return (a && b) || (c && (a ^^ b));
}

bvec3 agreeing(bvec3 a, bvec3 b, bool invert) {
  bvec3 same = equal(a, b);
  return invert ? not(same) : same;
}

int fold(int word, bool conjunction) {
  int result = conjunction ? YES : NO;
  for (int i = 0; i < 8; i++) {
    int value = min(word & 3, YES);
    result = conjunction ? both(result, value) : either(result, negate(value));
    if (result == (conjunction ? NO : YES)) {
      break;
    }
    word >>= 2;
  }
  return result;
}

void main() {
  int word = floatBitsToInt(gl_FragCoord.x) ^ (floatBitsToInt(gl_FragCoord.y) >> 4);
  bvec3 bits = notEqual(ivec3(word) & ivec3(0x10000, 0x20000, 0x40000), ivec3(0));
  bvec3 agreed = agreeing(bits, bits.zxy, majority(bits.x, bits.y, bits.z));
  ivec2 folded = ivec2(fold(word >> 12, true), fold(word >> 16, false));
  colour = vec4(vec2(folded) * 0.5, any(agreed) ? 0.75 : 0.25, all(agreed) ? 0.5 : 1.0);
}
