#version 450
// Batcher's odd-even merge sort of eight keys that come from the pixel; the colour shows order and rank.
layout(set = 0, binding = 0) uniform buf0 { int seed; };
layout(set = 0, binding = 1) uniform buf1 { bool descending; };
layout(location = 0) out vec4 colour;

const int COUNT = 8;
const ivec2 COMPARATORS[19] = ivec2[19](
  ivec2(0, 1), ivec2(2, 3), ivec2(4, 5), ivec2(6, 7),
  ivec2(0, 2), ivec2(1, 3), ivec2(4, 6), ivec2(5, 7),
  ivec2(1, 2), ivec2(5, 6),
  ivec2(0, 4), ivec2(1, 5), ivec2(2, 6), ivec2(3, 7),
  ivec2(2, 4), ivec2(3, 5),
  ivec2(1, 2), ivec2(3, 4), ivec2(5, 6));

bool compareExchange(inout int a, inout int b) {
  bool wrongOrder = descending ? a < b : a > b;
  if (wrongOrder) {
    int held = a;
    a = b;
    b = held;
  }
  return wrongOrder;
}

int fill(out int keys[COUNT], ivec2 pixel) {
  int state = seed + pixel.x * 7 + pixel.y * 13;
  for (int i = 0; i < COUNT; i++) {
    state = (state * 75 + 74) & 0xffff;
    keys[i] = (state >> 4) & 255;
  }
  return keys[pixel.x & 7];
}

int rankOf(int keys[COUNT], int key) {
  for (int i = 0; i < COUNT; i++) {
    if (keys[i] == key) {
      return i;
    }
  }
  return -1;
}

void main() {
  ivec2 pixel = ivec2(gl_FragCoord.xy) / 4;
  int keys[COUNT];
  int chosen = fill(keys, pixel);
  int swaps = 0;
  for (int i = 0; i < 19; i++) {
    ivec2 wires = COMPARATORS[i];
    if (compareExchange(keys[wires.x], keys[wires.y])) {
      swaps++;
    }
  }
  int rank = rankOf(keys, chosen);
  bool sorted = true;
  for (int i = 1; i < COUNT; i++) {
    sorted = sorted && (keys[i - 1] >= keys[i]);
  }
  colour = vec4(float(keys[pixel.y & 7]) / 255.0, float(rank * 36) / 255.0, float(swaps * 13) / 255.0, sorted ? 1.0 : 0.0);
}
