#version 450
// Constant and local tables with dynamic index: binary search, interpolation by integers, nearest entry.
layout(location = 0) out vec4 colour;

const int STEPS[10] = int[10](-400, -90, -31, -7, 0, 5, 12, 44, 101, 900);

int lowerBound(int key) {
  int low = 0;
  int high = 10;
  while (low < high) {
    int middle = (low + high) >> 1;
    if (STEPS[middle] < key) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

int nearest(int key, out int distance_) {
  int best = 0;
  distance_ = 0x7fffffff;
  for (int i = 0; i < 10; i++) {
    int d = (key & 1023) - STEPS[i];
    d = d < 0 ? -d : d;
    if (d >= distance_) {
      continue;
    }
    distance_ = d;
    best = i;
  }
  return best;
}

uint rotateTable(uint word, uint turns) {
  uint table[4] = uint[4](word & 255u, (word >> 8u) & 255u, (word >> 16u) & 255u, word >> 24u);
  uint result = 0u;
  for (uint i = 0u; i < 4u; i++) {
    result = (result << 8u) | table[(i + turns) & 3u];
  }
  return result;
}

void main() {
  int key = floatBitsToInt(gl_FragCoord.x) >> 10;
  int gap;
  int near = nearest(key, gap);
  uint turned = rotateTable(floatBitsToUint(gl_FragCoord.y), uint(near));
  colour = vec4(float(lowerBound(gap - 100)) * 0.1, float(near) * 0.1, float(turned >> 24u) / 255.0, 1.0);
}
