#version 450
// Breadth-first search through a maze of sixteen cells kept in one word, with a queue kept in another array.
layout(binding = 0) uniform Maze { uint buf0; };
layout(location = 0) out vec4 colour;

bool isOpen(int cell, uint maze) {
  return (maze >> uint(cell) & 1u) == 0u || cell == 0;
}

int distanceTo(int goal, uint maze) {
  int queue[16], steps[16];
  int head = 0, tail = 0;
  uint seen = 1u;
  queue[tail] = 0;
  steps[tail++] = 0;
  while (head < tail) {
    int cell = queue[head], so_far = steps[head];
    head++;
    if (cell == goal) return so_far;
    for (int side = 0; side < 4; side++) {
      int x = (cell & 3) + (side == 0 ? 1 : side == 1 ? -1 : 0);
      int y = (cell >> 2) + (side == 2 ? 1 : side == 3 ? -1 : 0);
      if (x < 0 || x > 3 || y < 0 || y > 3) continue;
      int other = y * 4 + x;
      uint bit = 1u << uint(other);
      if (!isOpen(other, maze) || (seen & bit) != 0u) continue;
      seen |= bit;
      queue[tail] = other;
      steps[tail++] = so_far + 1;
    }
  }
  return -1;
}

void main() {
  uvec2 p = uvec2(gl_FragCoord.xy);
  uint maze = (buf0 ^ p.x * 2057u ^ p.y << 3u) & 0x6db6u;
  int far = distanceTo(15, maze), near = distanceTo(int(p.x & 15u), maze);
  colour = vec4(float(far + 1) * 16.0, float(near + 1) * 16.0, float(maze & 255u), 255.0) / 255.0;
}
