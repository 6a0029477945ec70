#version 450
// Cyclic and additive checksums of sixteen-byte records, one record per invocation.
layout(local_size_x = 8) in;
layout(std430, set = 0, binding = 0) readonly buffer Records { uvec4 records[32]; };
layout(std430, set = 0, binding = 1) writeonly buffer Sums { uint sums[64]; };
layout(set = 0, binding = 2) uniform buf2 { uint polynomial; };

uint cyclic(uint remainder, uint byte_) {
  remainder ^= byte_;
  for (int bit = 0; bit < 8; bit++) {
    bool low = (remainder & 1u) != 0u;
    remainder >>= 1u;
    if (low) {
      remainder ^= polynomial;
    }
  }
  return remainder;
}

void additive(inout uvec2 sums_, uint byte_) {
  sums_.x = (sums_.x + byte_) % 251u;
  sums_.y = (sums_.y + sums_.x) % 251u;
}

void main() {
  uint where = gl_GlobalInvocationID.x;
  uvec4 record = records[where];
  uint remainder = 0xffffffffu;
  uvec2 plain = uvec2(1u, 0u);
  for (int word = 0; word < 4; word++) {
    uint rest = record[word];
    int bytes = 4;
    do {
      remainder = cyclic(remainder, rest & 255u);
      additive(plain, rest & 255u);
      rest >>= 8u;
      bytes--;
    } while (bytes > 0 && rest != 0u);
  }
  sums[2u * where] = ~remainder;
  sums[2u * where + 1u] = (plain.y << 16u) | plain.x;
}
