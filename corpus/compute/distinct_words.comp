#version 450
// Distinct words of a workgroup: a hash table with linear probing, whose slots are won by compare and swap.
layout(local_size_x = 4, local_size_y = 1, local_size_z = 4) in;
layout(std430, set = 0, binding = 0) readonly buffer Words { uint words[64]; };
layout(std430, set = 0, binding = 1) buffer Found {
  uint distinct[4];
  uint taken[4];
  uint mostBits;
};

const uint EMPTY = 0u;
shared uint table[32];
shared uint known;

uint hashOf(uint word) {
  word ^= word >> 7u;
  word *= 0x9e3779b1u;
  return word >> 27u;
}

bool insert(uint word, out uint slot) {
  slot = hashOf(word);
  for (uint step_ = 0u; step_ < 32u; step_++) {
    uint old = atomicCompSwap(table[slot], EMPTY, word);
    if (old == EMPTY) {
      return true;
    }
    if (old == word) {
      return false;
    }
    slot = (slot + 1u) & 31u;
  }
  return false;
}

void main() {
  uint index = gl_LocalInvocationIndex;
  table[index] = EMPTY;
  table[index + 16u] = EMPTY;
  if (index == 0u) {
    known = 0u;
  }
  barrier();
  uint slot;
  if (insert(words[gl_WorkGroupID.z * 16u + index], slot)) {
    atomicAdd(known, 1u);
  }
  barrier();
  uint group = gl_WorkGroupID.z;
  for (uint each = index; each < 32u; each += 16u) {
    uint word = table[each];
    if (word != EMPTY) {
      atomicOr(taken[group], 1u << each);
      atomicMax(mostBits, bitCount(word));
    }
  }
  if (index == 15u) {
    distinct[group] = known;
  }
}
