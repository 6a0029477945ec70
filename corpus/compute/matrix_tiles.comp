#version 450
// Product of two 16x16 integer matrices by 8x8 tiles in shared memory; wraps modulo 2^32.
layout(local_size_x = 8, local_size_y = 8) in;
layout(std430, set = 0, binding = 0) readonly buffer Left { int left[256]; };
layout(std430, set = 0, binding = 1) readonly buffer Right { int right[256]; };
layout(std430, set = 0, binding = 2) writeonly buffer Product { int product[256]; };

const uint SIZE = 16u;
const uint TILE = 8u;

shared int leftTile[8][8];
shared int rightTile[8][8];

uint at(uint row, uint column) {
  return row * SIZE + column;
}

void main() {
  uvec2 inTile = gl_LocalInvocationID.xy;
  uvec2 place = gl_GlobalInvocationID.xy;
  int sum = 0;
  for (uint start = 0u; start < SIZE; start += TILE) {
    leftTile[inTile.y][inTile.x] = left[at(place.y, start + inTile.x)];
    rightTile[inTile.y][inTile.x] = right[at(start + inTile.y, place.x)];
    barrier();
    for (uint k = 0u; k < TILE; k++) {
      sum += leftTile[inTile.y][k] * rightTile[k][inTile.x];
    }
    barrier();
  }
  product[at(place.y, place.x)] = sum;
}
