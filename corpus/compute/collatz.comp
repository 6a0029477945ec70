#version 450
// Length and highest value of bounded Collatz walks, packed in one word.
layout(local_size_x = 32) in;
layout(std430, set = 0, binding = 0) readonly buffer Starts { uint starts[128]; };
layout(std430, set = 0, binding = 1) buffer Results { uint results[128]; };
layout(set = 0, binding = 2) uniform buf2 { uint maxSteps; };

uint next(uint n) {
  if ((n & 1u) == 0u) {
    return n >> 1u;
  }
  return 3u * n + 1u;
}

uint walk(uint n, out uint highest) {
  highest = n;
  uint steps = 0u;
  while (n != 1u) {
    n = next(n);
    highest = max(highest, n);
    steps++;
    if (steps == maxSteps) {
      return steps;
    }
  }
  return steps;
}

void main() {
  uint where = gl_GlobalInvocationID.x;
  uint highest;
  uint steps = walk(starts[where], highest);
  results[where] = (steps << 24u) | (highest & 0xffffffu);
}
