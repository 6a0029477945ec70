#version 450
// A 16x8 image turned about its diagonal, tile by tile, through padded workgroup memory; each tile keeps a parity.
layout(local_size_x = 8, local_size_y = 4) in;
layout(std430, set = 0, binding = 0) readonly buffer Source { uvec2 source[128]; };
layout(std430, set = 0, binding = 1) writeonly buffer Turned { uvec2 turned[128]; };
layout(std430, set = 0, binding = 2) buffer Parities { uint parities[4]; };
layout(set = 0, binding = 3) uniform buf3 { uint mask; };

shared uvec2 tile[8][5];
shared uint parity;

uvec2 mixed(uvec2 texel, bool odd) {
  return odd ? texel.yx ^ uvec2(mask) : texel;
}

void main() {
  uvec2 local_ = gl_LocalInvocationID.xy;
  uvec2 from = gl_GlobalInvocationID.xy;
  if (gl_LocalInvocationIndex == 0u) {
    parity = 0u;
  }
  barrier();
  uvec2 texel = source[from.y * 16u + from.x];
  tile[local_.x][local_.y] = mixed(texel, ((from.x + from.y) & 1u) != 0u);
  atomicXor(parity, texel.x << (local_.x & 3u));
  barrier();
  uint index = gl_LocalInvocationIndex;
  uvec2 in_tile = uvec2(index >> 2u, index & 3u);
  uvec2 to = gl_WorkGroupID.yx * uvec2(4u, 8u) + in_tile.yx;
  turned[to.y * 8u + to.x] = tile[in_tile.x][in_tile.y];
  if (index == 31u) {
    parities[gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x] = parity;
  }
}
