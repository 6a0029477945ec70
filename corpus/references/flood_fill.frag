#version 450
// Breadth-first flood of an 8x8 board kept as rows of bits; the colour is the time of arrival at the pixel's cell.
layout(set = 0, binding = 0) uniform buf0 { uint wallSeed; };
layout(set = 0, binding = 1) uniform buf1 { ivec2 source; };
layout(location = 0) out vec4 colour;

uint walls[8];

void buildWalls(uint board) {
  uint state = wallSeed + board * 7919u;
  for (int row = 0; row < 8; row++) {
    state = state * 1664525u + 1013904223u;
    walls[row] = (state >> 24u) & (state >> 11u) & 0xffu;
  }
  walls[source.y] &= ~(1u << uint(source.x));
}

bool spread(inout uint wet[8]) {
  uint before[8] = wet;
  bool changed = false;
  for (int row = 0; row < 8; row++) {
    uint reach = before[row] | (before[row] << 1u) | (before[row] >> 1u);
    if (row > 0) {
      reach |= before[row - 1];
    }
    if (row < 7) {
      reach |= before[row + 1];
    }
    wet[row] = reach & ~walls[row] & 0xffu;
    changed = changed || wet[row] != before[row];
  }
  return changed;
}

int arrival(ivec2 cell, out int filled) {
  uint wet[8] = uint[8](0u, 0u, 0u, 0u, 0u, 0u, 0u, 0u);
  wet[source.y] = 1u << uint(source.x);
  int time = 0;
  int reachedAt = -1;
  while (time < 14) {
    if (reachedAt < 0 && (wet[cell.y] >> uint(cell.x) & 1u) != 0u) {
      reachedAt = time;
    }
    time++;
    if (!spread(wet)) {
      break;
    }
  }
  filled = bitCount(wet[0] | (wet[3] << 8u) | (wet[5] << 16u) | (wet[7] << 24u));
  return reachedAt;
}

void main() {
  ivec2 pixel = ivec2(gl_FragCoord.xy);
  ivec2 cell = (pixel >> 3) & 7;
  uint board = uint((pixel.y >> 6) * 4 + (pixel.x >> 6));
  buildWalls(board);
  int filled;
  int time = arrival(cell, filled);
  if ((walls[cell.y] >> uint(cell.x) & 1u) != 0u) {
    colour = vec4(0.0, 0.0, float(filled * 3) / 255.0, 1.0);
  } else if (time < 0) {
    colour = vec4(1.0, float(board * 8u) / 255.0, 0.0, 1.0);
  } else {
    colour = vec4(float(time * 8) / 255.0, float(255 - time * 16) / 255.0, float(filled * 6) / 255.0, 1.0);
  }
}
