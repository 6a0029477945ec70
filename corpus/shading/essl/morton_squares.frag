#version 300 es
// Bits of two coordinates woven together and hashed; unweaving has to give them back.
precision highp float;
precision highp int;

uniform uint salt;
out vec4 colour;

uint spread(uint x) {
  x = (x | x << 8) & 0x00ff00ffu;
  x = (x | x << 4) & 0x0f0f0f0fu;
  x = (x | x << 2) & 0x33333333u;
  return (x | x << 1) & 0x55555555u;
}

uint gather(uint x) {
  x &= 0x55555555u;
  x = (x | x >> 1) & 0x33333333u;
  x = (x | x >> 2) & 0x0f0f0f0fu;
  x = (x | x >> 4) & 0x00ff00ffu;
  return (x | x >> 8) & 0x0000ffffu;
}

void main() {
  uvec2 p = uvec2(gl_FragCoord.xy);
  uint code = spread(p.x) | spread(p.y) << 1u;
  uint mixed = (code ^ code >> 7) * salt;
  bool back = gather(code) == p.x && gather(code >> 1) == p.y;
  uvec3 parts = uvec3(mixed, mixed >> 8, mixed >> 16) & 255u;
  colour = back ? vec4(vec3(parts) / 255.0, 1.0) : vec4(1.0, 0.0, 1.0, 1.0);
}
