#version 450
// A cloud in a volume, front to back: it absorbs as Beer and Lambert say, glows, and is toned down at the end.
layout(set = 0, binding = 0) uniform sampler3D volume;
layout(set = 0, binding = 1) uniform buf1 { vec4 absorption; };
layout(set = 0, binding = 2) uniform buf2 { ivec2 slant; };
layout(location = 0) out vec4 colour;

const int DEPTH = 10;

struct Ray {
  vec3 light;
  vec3 clear;
  int density;
};

vec3 glow(vec4 sampled, int depth) {
  float fade = exp2(-0.125 * float(depth));
  return mix(sampled.rgb, sampled.aaa, 0.25) * fade;
}

void pass(inout Ray ray, vec4 sampled, int depth) {
  vec3 kept = exp(-absorption.rgb * sampled.a);
  ray.light += ray.clear * (1.0 - kept) * glow(sampled, depth);
  ray.clear *= kept;
  ray.density += int(sampled.a * 256.0);
}

Ray march(ivec2 cell) {
  Ray ray = Ray(vec3(0.0), vec3(1.0), 0);
  for (int depth = 0; depth < DEPTH; depth++) {
    ivec2 place = (cell + slant * depth / 4) & 15;
    vec4 sampled = texelFetch(volume, ivec3(place, depth), 0);
    if (sampled.r > 0.75) {
      continue;
    }
    pass(ray, sampled, depth);
    // Whole numbers decide, so that no rounding does.
    if (ray.density > 800) {
      break;
    }
  }
  return ray;
}

void main() {
  ivec2 cell = ivec2(gl_FragCoord.xy) >> 2;
  Ray ray = march(cell);
  vec3 behind = vec3(0.25, 0.5, float(cell.y) / 64.0);
  vec3 seen = ray.light * absorption.a + ray.clear * behind;
  vec3 toned = seen / (1.0 + seen);
  colour = vec4(pow(toned, vec3(1.0 / 2.2)), 1.0);
}
