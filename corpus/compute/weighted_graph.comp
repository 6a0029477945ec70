#version 450
// Walks a graph that texel buffers hold: each node gathers from all that it points to, follows the
// heaviest edge for some steps, and is counted where it arrives.
layout(local_size_x = 8, local_size_y = 1, local_size_z = 1) in;
layout(set = 0, binding = 0) uniform usamplerBuffer starts;
layout(set = 0, binding = 1) uniform isamplerBuffer edges;
layout(set = 0, binding = 2) uniform samplerBuffer heights;
layout(set = 0, binding = 3, r32i) uniform iimageBuffer arrivals;
layout(set = 0, binding = 4, r32ui) uniform uimageBuffer kinds;
layout(set = 0, binding = 5, rgba32f) uniform imageBuffer states;

ivec2 range_of(int node) {
  return ivec2(texelFetch(starts, node).x, texelFetch(starts, node + 1).x);
}

int heaviest(int node) {
  ivec2 range = range_of(node);
  int next = node;
  int most = -1;
  for (int at = range.x; at < range.y; at++) {
    ivec4 edge = texelFetch(edges, at);
    if (edge.y > most) {
      most = edge.y;
      next = edge.x;
    }
  }
  return next;
}

void main() {
  int node = int(gl_GlobalInvocationID.x);
  if (node >= imageSize(states)) {
    return;
  }
  ivec2 range = range_of(node);
  vec4 state = imageLoad(states, node);
  for (int at = range.x; at < range.y; at++) {
    ivec4 edge = texelFetch(edges, at);
    state.xy += texelFetch(heights, edge.x % textureSize(heights)).x * vec2(edge.yz) * 0.25;
    imageAtomicOr(kinds, edge.z % imageSize(kinds), 1u << uint(edge.w & 31));
  }
  int last = node;
  for (int step = 0; step < 5; step++) {
    last = heaviest(last);
  }
  imageAtomicAdd(arrivals, last, node + 1);
  imageStore(states, node, vec4(state.yx, float(last), state.w + 1.0));
}
