#version 450
layout(location = 1) in uvec2 pair;
layout(location = 2) in ivec3 numbers;
layout(location = 3) in int one;
layout(location = 4) in uvec4 four;
layout(location = 9) in vec2 aberration_place;
layout(location = 0) flat out vec4 aberration_result;

uint mixed(uint value, int turns) {
  for (int k = 0; k < turns; k++) {
    value = (value << 3u) ^ (value >> 5u) ^ uint(k * 77);
    if ((value & 64u) != 0u) {
      value += four[k & 3];
    }
  }
  return value;
}

void main() {
  uint found = mixed(pair.x, one & 7) + mixed(pair.y, 3);
  switch (numbers.x & 3) {
    case 0: found += uint(numbers.y); break;
    case 1: found ^= uint(numbers.z * 5); break;
    case 2: found = ~found;
    default: found -= 3u;
  }
  aberration_result = vec4(uvec4(found, found >> 8u, found >> 16u, found >> 24u) & 255u) / 256.0;
  gl_Position = vec4(aberration_place, 0.0, 1.0);
  gl_PointSize = 1.0;
}
