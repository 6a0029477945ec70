#version 450
// Two passes of a radix sort of 32 keys per workgroup: digits counted by atomics, ranks by looking at who came before.
layout(local_size_x = 32) in;
layout(std430, set = 0, binding = 0) buffer Keys { uint keys[96]; };
layout(std430, set = 0, binding = 1) writeonly buffer Digits { uint digits[24]; };

shared uint held[32];
shared uint counts[8];

uint digitOf(uint key, uint shift) {
  return bitfieldExtract(key, int(shift), 3);
}

uint rank(uint lane, uint digit, uint shift) {
  uint before = 0u;
  for (uint other = 0u; other < digit; other++) {
    before += counts[other];
  }
  for (uint other = 0u; other < lane; other++) {
    if (digitOf(held[other], shift) != digit) {
      continue;
    }
    before++;
  }
  return before;
}

void main() {
  uint lane = gl_LocalInvocationIndex;
  held[lane] = keys[gl_GlobalInvocationID.x];
  for (uint shift = 0u; shift <= 3u; shift += 3u) {
    if (lane < 8u) {
      counts[lane] = 0u;
    }
    barrier();
    uint key = held[lane];
    uint digit = digitOf(key, shift);
    atomicAdd(counts[digit], 1u);
    barrier();
    uint to = rank(lane, digit, shift);
    barrier();
    held[to] = key;
  }
  barrier();
  keys[gl_GlobalInvocationID.x] = held[lane];
  if (lane < 8u) {
    digits[gl_WorkGroupID.x * 8u + lane] = counts[lane];
  }
}
