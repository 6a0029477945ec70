#version 300 es
// Instances from a table: whole attributes choose a row of records, a chain of them gives a colour of a palette.
precision highp usampler2D;
precision highp sampler2D;

layout(location = 0) in ivec4 instance;
layout(location = 1) in uvec2 flags;
layout(location = 2) in vec2 aberration_place;
flat out vec4 aberration_result;

uniform usampler2D records;
uniform sampler2D palette;
uniform int chainLimit;

struct Chain {
  uint row;
  uint seen;
  int links;
};

Chain follow(uint row) {
  Chain chain = Chain(row, 0u, 0);
  while (chain.links < chainLimit) {
    uvec4 entry = texelFetch(records, ivec2(int(flags.x & 7u), int(chain.row)), 0);
    chain.seen = chain.seen * 5u + entry.z;
    chain.links++;
    if ((entry.w & 7u) == 0u) {
      break;
    }
    chain.row = (entry.x + entry.y) & 15u;
  }
  return chain;
}

ivec3 tinted(ivec3 shade, int kind) {
  switch (kind) {
    case 0:
      return shade.bgr;
    case 1:
      return shade >> 1;
    case 2:
      return 255 - shade;
    default:
      return shade ^ instance.xyz & 63;
  }
}

void main() {
  Chain chain = follow(uint(instance.y & 15));
  int at = int(chain.seen & 31u);
  vec4 found = texelFetch(palette, ivec2(at, chain.links & 1), 0);
  ivec3 shade = min(ivec3(found.rgb * 256.0), 255);
  shade = tinted(shade, instance.w & 3);
  int last = int((flags.y + chain.row * 16u) & 255u);
  aberration_result = vec4(vec3(shade & 255), float(last)) / 255.0;
  gl_Position = vec4(aberration_place, 0.0, 1.0);
  gl_PointSize = 1.0;
}
