#version 310 es
precision highp int;
layout(local_size_x = 32) in;
layout(std430, binding = 0) buffer Chain { int links[32]; int longest; };

shared int hops[32];

// Pointer jumping whose author left out the barrier inside of the loop: each reads what its neighbour may be writing.
void main() {
  uint me = gl_LocalInvocationID.x;
  hops[me] = me == 0u ? 0 : 1;
  barrier();
  for (int turn = 0; turn < 5; turn++) {
    int next = links[me];
    hops[me] += hops[next];
    links[me] = links[next];
  }
  barrier();
  atomicMax(longest, hops[me]);
}
