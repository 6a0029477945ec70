#version 420
// Initialiser lists of arrays, structs and vectors, and constants made of other constants.
layout(binding = 0, std140) uniform Choice { int buf0; };
layout(location = 0) out vec4 colour;

struct Move {
  ivec2 by;
  int cost;
};

const int STEPS = 3, MOVES = STEPS + 1;
const Move moves[MOVES] = { { { 1, 0 }, 2 }, { { 0, 1 }, 3 }, { { -1, 2 }, 5 }, { ivec2(2, -1), 7 } };
const int order[] = { 3, 1, 2, 0, };

int walk(inout ivec2 at, int seed) {
  int cost = 0;
  for (int i = 0; i < STEPS; ++i) {
    const Move move = moves[order[(seed >> (2 * i)) & 3]];
    at += move.by;
    cost += move.cost;
  }
  return cost;
}

void main() {
  ivec2 at = ivec2(gl_FragCoord.xy);
  int seed = at.x ^ at.y << buf0;
  ivec2 start = at;
  int cost = walk(at, seed & 63);
  vec3 shade = { float(cost * 8), float((at.x - start.x + 8) * 16), float((at.y - start.y + 8) * 12) };
  colour = vec4(shade / 255.0, float(order.length()) * 0.25);
}
