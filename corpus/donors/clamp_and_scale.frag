#version 450
// Donors around clamping: scalars and vectors, several early returns, out parameters.
layout(location = 0) out vec4 colour;

int clampTo(int value, int low, int high) {
  if (value < low) {
    return low;
  }
  if (value > high) {
    return high;
  }
  return value;
}

float scaleBand(float value, float factor) {
  if (value < -16.0) {
    return -factor;
  } else if (value < 16.0) {
    return value * 0.0625 * factor;
  }
  return factor;
}

ivec3 clampEach(ivec3 value, int limit) {
  ivec3 result = value;
  for (int i = 0; i < 3; i++) {
    result[i] = clampTo(result[i], -limit, limit);
  }
  return result;
}

bool splitSign(int value, out int magnitude, out bool negative) {
  negative = value < 0;
  magnitude = negative ? ~value : value;
  return magnitude > 1000;
}

void main() {
  int word = floatBitsToInt(gl_FragCoord.x) ^ floatBitsToInt(gl_FragCoord.y);
  int magnitude;
  bool negative;
  bool large = splitSign(word, magnitude, negative);
  ivec3 v = clampEach(ivec3(word >> 12, magnitude >> 15, word), 255);
  float scaled = scaleBand(float(clampTo(word, -20, 20)), large ? 0.5 : 1.0);
  colour = vec4(vec3(v & 255) * 0.00390625, negative ? scaled : 1.0);
}
