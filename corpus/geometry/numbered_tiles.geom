#version 450
// A board of tiles, each of which finds its colour by the number of its primitive and a table of neighbours.
layout(points) in;
layout(points, max_vertices = 4) out;
layout(location = 0) in uvec4 marks[1];
layout(location = 1) in ivec3 steps[1];
layout(location = 0) flat out vec4 aberration_result;
layout(std140, binding = 0) uniform Board { ivec4 rules[4]; uint salt; };

struct Tile {
  uint kind;
  int value;
  uvec2 mark;
};

Tile tiles[4];

uint mixed(uint a, uint b) {
  uint c = (a ^ (b << 7)) * 2654435761u + salt;
  return c ^ (c >> 15);
}

void fill() {
  for (int k = 0; k < tiles.length(); k++) {
    uint hash = mixed(marks[0][k], uint(gl_PrimitiveIDIn + k));
    tiles[k] = Tile(hash & 3u, rules[k][int(hash >> 30)], uvec2(hash & 255u, hash >> 24));
  }
}

int walk(int at) {
  int sum = 0;
  for (int k = 0; k < 6; k++) {
    Tile here = tiles[at & 3];
    switch (here.kind) {
      case 0u:
        sum += here.value;
        at += 1;
        break;
      case 1u:
        sum ^= int(here.mark.x);
        at += steps[0].x % 3;
        break;
      case 2u:
        if (sum < 0) return sum;
        sum -= here.value / (k + 1);
      default:
        at += 3;
    }
    tiles[at & 3].value += k;
  }
  return sum;
}

void main() {
  fill();
  int found = walk(steps[0].z);
  for (int k = 0; k < 4; k++) {
    gl_Position = gl_in[0].gl_Position;
    ivec4 parts = ivec4(found >> k, tiles[k].value, int(tiles[k].mark.y), 255 - k);
    aberration_result = vec4(parts & 255) / 256.0;
    EmitVertex();
    if (((found >> k) & 1) == 1) break;
  }
}
