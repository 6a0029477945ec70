#version 310 es
// Fields cut out of words and put into others, next to the same done with shifts.
layout(local_size_x = 2) in;
layout(std430, binding = 0) readonly buffer Words { uint words[8]; };
layout(std430, binding = 1) buffer Results { uint results[]; };

uint cut(uint word, int offset, int bits) {
  return word >> offset & (1u << bits) - 1u;
}

uint inserted(uint base, uint part, int offset, int bits) {
  uint mask = (1u << bits) - 1u << offset;
  return base & ~mask | part << offset & mask;
}

void main() {
  uint i = gl_GlobalInvocationID.x;
  uint word = words[i];
  uint sum = 0u;
  bool same = true;
  for (int offset = 0; offset < 28; offset += 3) {
    int bits = 1 + offset % 4;
    uint part = bitfieldExtract(word, offset, bits);
    same = same && part == cut(word, offset, bits);
    uint put = bitfieldInsert(word, part, 28 - offset, bits);
    same = same && put == inserted(word, part, 28 - offset, bits);
    sum = sum * 31u + put;
  }
  results[2u * i] = same ? sum : 0xdeadu;
  results[2u * i + 1u] = uint(bitCount(word)) | uint(findMSB(word) + 1) << 8 | bitfieldReverse(word) & 0xffff0000u;
}
