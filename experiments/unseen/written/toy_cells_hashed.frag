#version 320 es
precision highp float;
precision highp int;
layout(location = 0) out vec4 color;
uniform vec3 iResolution;
uniform float iTime;

uvec2 pcg(uvec2 v) {
  v = v * 1664525u + 1013904223u;
  v.x += v.y * 1664525u; v.y += v.x * 1664525u;
  v ^= v >> 16u;
  v.x += v.y * 1664525u; v.y += v.x * 1664525u;
  return v ^ (v >> 16u);
}
vec2 point(ivec2 c) { return vec2(pcg(uvec2(c + 4096)) >> 8u) / 16777216.; }

void mainImage(out vec4 fragColor, vec2 fragCoord) {
  vec2 p = fragCoord / iResolution.xy * 8.0;
  ivec2 home = ivec2(floor(p));
  float first = 9., second = 9.; ivec2 owner = home;
  for (int j = -1; j <= 1; ++j) for (int i = -1; i <= 1; ++i) {
    ivec2 c = home + ivec2(i, j);
    vec2 q = vec2(c) + .5 + .4 * sin(iTime + 6.28 * point(c)) - p;
    float d = dot(q, q);
    if (d < first) { second = first; first = d; owner = c; }
    else if (d < second) second = d;
  }
  float border = sqrt(second) - sqrt(first);
  uvec2 h = pcg(uvec2(owner + 77));
  vec3 base = vec3(h.x & 255u, h.y & 255u, h.x >> 8u & 255u) / 255.;
  fragColor = vec4(mix(vec3(0), base, smoothstep(0., .12, border)), 1);
}

void main() { mainImage(color, gl_FragCoord.xy); }
