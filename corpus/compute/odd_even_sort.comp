#version 450
// Odd-even transposition sort of four rows of sixteen records at once: by key, then by the place they came from.
layout(local_size_x = 8, local_size_y = 4) in;
layout(std430, set = 0, binding = 0) readonly buffer Keys { int keys[128]; };
layout(std430, set = 0, binding = 1) writeonly buffer Sorted { ivec2 sorted[128]; };
layout(set = 0, binding = 2) uniform buf2 { bool falling; };

struct Record {
  int key;
  int origin;
};
shared Record rows[4][16];

bool inOrder(Record left, Record right) {
  if (left.key == right.key) {
    return left.origin < right.origin;
  }
  return (left.key < right.key) != falling;
}

void order(uint row, uint at) {
  Record left = rows[row][at];
  Record right = rows[row][at + 1u];
  if (!inOrder(left, right)) {
    rows[row][at] = right;
    rows[row][at + 1u] = left;
  }
}

void main() {
  uint lane = gl_LocalInvocationID.x;
  uint row = gl_LocalInvocationID.y;
  uint base = gl_WorkGroupID.x * 64u + row * 16u;
  for (uint at = lane; at < 16u; at += 8u) {
    rows[row][at] = Record(keys[base + at], int(at));
  }
  int phase = 0;
  do {
    barrier();
    order(row, 2u * lane);
    barrier();
    if (lane != 7u) {
      order(row, 2u * lane + 1u);
    }
    phase++;
  } while (phase < 8);
  barrier();
  for (uint at = lane; at < 16u; at += 8u) {
    Record found = rows[row][at];
    sorted[base + at] = ivec2(found.key, found.origin);
  }
}
