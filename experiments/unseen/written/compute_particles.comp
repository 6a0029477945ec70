#version 320 es
precision highp float;
precision highp int;
layout(local_size_x = 16) in;

uniform float dt;
uniform int substeps;
uniform vec2 gravity;

layout(std430, binding = 3) buffer Particles {
  vec2 position[16];
  vec2 speed[16];
  float energy;
};

shared float energies[16];

vec2 bounce(inout vec2 p, vec2 v) {
  if (p.x < 0.0 || p.x > 1.0) { v.x = -v.x * 0.8; p.x = clamp(p.x, 0.0, 1.0); }
  if (p.y < 0.0 || p.y > 1.0) { v.y = -v.y * 0.8; p.y = clamp(p.y, 0.0, 1.0); }
  return v;
}

void main() {
  uint id = gl_LocalInvocationID.x;
  vec2 p = position[id], v = speed[id];
  for (int s = 0; s < substeps; s++) {
    v += gravity * dt;
    p += v * dt;
    v = bounce(p, v);
  }
  position[id] = p;
  speed[id] = v;
  energies[id] = 0.5 * dot(v, v) - dot(gravity, p);
  barrier();
  if (id != 0u) return;
  float all_ = 0.0;
  for (int i = 0; i < 16; i++) all_ += energies[i];
  energy = all_;
}
