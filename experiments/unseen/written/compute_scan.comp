#version 320 es
precision highp float;
precision highp int;

#define N 64

layout(local_size_x = N) in;
layout(std430, binding = 0) buffer Data { uint counts[N]; uint starts[N]; uint total; };
layout(binding = 1) uniform Settings { uint shift; };

shared uint row[2][N];

void main() {
  uint i = gl_LocalInvocationIndex;
  uint from = 0u;
  row[0][i] = counts[i] >> shift;
  memoryBarrierShared();
  barrier();
  for (uint reach = 1u; reach < uint(N); reach *= 2u) {
    uint to = 1u - from;
    row[to][i] = row[from][i] + (i >= reach ? row[from][i - reach] : 0u);
    from = to;
    memoryBarrierShared();
    barrier();
  }
  starts[i] = i == 0u ? 0u : row[from][i - 1u];
  if (i == uint(N) - 1u) total = row[from][i];
}
