#version 330 core
// How many ways lead through a lattice with gaps, row after row in one array.
uniform ivec2 target;
out vec4 colour;

bool isGap(ivec2 cell, int seed) {
  return ((cell.x * 7 + cell.y * 11 + seed) & 15) == 3;
}

int ways(int seed) {
  int row[8];
  for (int x = 0; x < 8; x++) row[x] = x == 0 ? 1 : 0;
  for (int y = 0; y <= target.y; y++) {
    for (int x = 0; x < 8; x++) {
      if (isGap(ivec2(x, y), seed)) {
        row[x] = 0;
        continue;
      }
      if (x > 0) row[x] += row[x - 1];
    }
  }
  return row[target.x];
}

void main() {
  ivec2 p = ivec2(gl_FragCoord.xy);
  int count = ways(p.x + 64 * (p.y >> 3));
  int other = ways(p.y);
  colour = vec4(float(count & 255), float(other & 255), float((count ^ other) & 255), 255.0) / 255.0;
}
