#version 100
#ifdef GL_ES
precision highp float;
#endif
#define LIGHTS 3
#define LAYERS 5

uniform vec2 resolution;
uniform float time;
uniform vec3 lightPosition[LIGHTS];
uniform vec3 lightColor[LIGHTS];
uniform int shadingMode;

float height(vec2 p) {
  float h = 0.0, scale = 1.0;
  for (int i = 0; i < LAYERS; i++) {
    h += sin(p.x * scale * 3.0) * sin(p.y * scale * 2.0 + time) / scale;
    scale *= 1.7;
  }
  return h * 0.2;
}

vec3 bumpNormal(vec2 p) {
  float step_ = 0.01;
  float here = height(p);
  return normalize(vec3(here - height(p + vec2(step_, 0.0)), here - height(p + vec2(0.0, step_)), step_ * 2.0));
}

void main() {
  vec2 p = (gl_FragCoord.xy * 2.0 - resolution) / min(resolution.x, resolution.y);
  vec3 n = bumpNormal(p);
  vec3 sum = vec3(0.05);
  for (int i = 0; i < LIGHTS; i++) {
    vec3 l = lightPosition[i] - vec3(p, height(p));
    float fall = 1.0 / (1.0 + dot(l, l));
    float lit = max(0.0, dot(n, normalize(l)));
    if (shadingMode == 1) lit = floor(lit * 4.0) / 4.0;
    sum += lightColor[i] * lit * fall;
  }
  gl_FragData[0] = vec4(sum / (sum + 0.5), 1.0);
}
