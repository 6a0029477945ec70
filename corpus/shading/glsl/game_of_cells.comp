#version 440
// Generations of a cellular automaton on a torus; a row is a word, an invocation a row.
layout(local_size_x = 8, local_size_y = 1) in;
layout(std430, binding = 0) buffer Seed { uint seed[8]; };
layout(std430, binding = 3) buffer Result { uint result[8]; };

shared uint rows[8];

uint cell(uint y, uint x) {
  return rows[y & 7u] >> (x & 7u) & 1u;
}

uint next(uint y, uint x) {
  uint sum = 0u;
  for (uint dy = 7u; dy <= 9u; dy++) {
    for (uint dx = 7u; dx <= 9u; dx++) {
      if (dy == 8u && dx == 8u) continue;
      sum += cell(y + dy, x + dx);
    }
  }
  return sum == 3u || (sum == 2u && cell(y, x) == 1u) ? 1u : 0u;
}

void main() {
  uint y = gl_LocalInvocationID.x;
  rows[y] = seed[y];
  barrier();
  for (int generation = 0; generation < 4; generation++) {
    uint row = 0u;
    for (uint x = 0u; x < 8u; x++) row |= next(y, x) << x;
    barrier();
    rows[y] = row;
    barrier();
  }
  result[y] = rows[y];
}
