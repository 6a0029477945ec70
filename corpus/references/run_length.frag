#version 450
// Run-length coding of sixteen hashed bits and its inverse; a pixel whose word does not come back is discarded.
layout(set = 0, binding = 0) uniform buf0 { uvec2 salt; };
layout(location = 0) out vec4 colour;

struct Runs {
  int lengths[16];
  int count;
  bool firstBit;
};

bool bitAt(uint word, int index) {
  return ((word >> uint(index)) & 1u) == 1u;
}

Runs encode(uint word) {
  Runs runs;
  for (int i = 0; i < 16; i++) {
    runs.lengths[i] = 0;
  }
  runs.firstBit = bitAt(word, 0);
  runs.count = 1;
  bool previous = runs.firstBit;
  for (int i = 0; i < 16; i++) {
    bool current = bitAt(word, i);
    if (current != previous) {
      runs.count++;
    }
    runs.lengths[runs.count - 1]++;
    previous = current;
  }
  return runs;
}

uint decode(Runs runs) {
  uint word = 0u;
  int at = 0;
  bool bit = runs.firstBit;
  for (int r = 0; r < runs.count; r++) {
    for (int i = 0; i < runs.lengths[r]; i++) {
      if (bit) {
        word |= 1u << uint(at);
      }
      at++;
    }
    bit = !bit;
  }
  return word;
}

int longest(const Runs runs) {
  int best = 0;
  int r = 0;
  while (r < runs.count) {
    best = max(best, runs.lengths[r]);
    r++;
  }
  return best;
}

void main() {
  uvec2 cell = uvec2(gl_FragCoord.xy) >> 2u;
  uint mixed = (cell.x * salt.x) ^ (cell.y * salt.y) ^ ((cell.x & cell.y) << 3u);
  uint word = (mixed ^ (mixed >> 7u)) & 0xffffu;
  Runs runs = encode(word);
  if (decode(runs) != word) {
    discard;
  }
  colour = vec4(float(runs.count * 16 - 1) / 255.0, float(longest(runs) * 15) / 255.0, float(word & 255u) / 255.0, 1.0);
}
