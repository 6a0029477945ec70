#version 450
// Position along a Hilbert curve and back again; the two orders of curve meet in one picture.
layout(set = 0, binding = 0) uniform buf0 { int order; };
layout(location = 0) out vec4 colour;

void rotateQuadrant(int size, inout ivec2 p, bvec2 region) {
  if (region.y) {
    return;
  }
  if (region.x) {
    p = ivec2(size - 1) - p;
  }
  p = p.yx;
}

int indexOf(ivec2 p, int bits) {
  int index = 0;
  for (int s = 1 << (bits - 1); s > 0; s >>= 1) {
    bvec2 region = notEqual(p & s, ivec2(0));
    int quadrant = region.x ? (region.y ? 2 : 3) : (region.y ? 1 : 0);
    index += s * s * quadrant;
    p &= s - 1;
    rotateQuadrant(s, p, region);
  }
  return index;
}

ivec2 placeOf(int index, int bits) {
  ivec2 p = ivec2(0);
  int rest = index;
  int s = 1;
  while (s < 1 << bits) {
    bvec2 region = bvec2((rest & 2) != 0, ((rest ^ (rest >> 1)) & 1) != 0);
    rotateQuadrant(s, p, region);
    p += ivec2(region) * s;
    rest >>= 2;
    s <<= 1;
  }
  return p;
}

void main() {
  ivec2 pixel = ivec2(gl_FragCoord.xy);
  int bits = pixel.x + pixel.y < 256 ? order : order - 2;
  ivec2 cell = pixel >> (8 - bits);
  int index = indexOf(cell, bits);
  ivec2 back = placeOf(index, bits);
  bool same = all(equal(back, cell));
  int scaled = index << (2 * (8 - bits));
  ivec3 shade = ivec3(scaled >> 8, scaled & 255, (scaled >> 4) & 255);
  colour = vec4(vec3(shade) / 255.0, same ? 1.0 : 0.5);
}
