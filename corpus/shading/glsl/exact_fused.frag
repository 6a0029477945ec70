#version 410
// Sums of products that are exact, so that fusing them changes nothing.
uniform vec2 shift;
layout(location = 0) out vec4 colour;

float horner(float x, const float c[4]) {
  precise float sum = c[3];
  for (int i = 2; i >= 0; --i) sum = fma(sum, x, c[i]);
  return sum;
}

float expanded(float x, const float c[4]) {
  float power = 1.0, sum = 0.0;
  for (int i = 0; i < 4; power *= x, i++) sum += c[i] * power;
  return sum;
}

void main() {
  vec2 p = floor(gl_FragCoord.xy) * 0.5 - 16.0;
  float c[4] = float[4](shift.x, 2.0, shift.y, 0.25);
  float a = horner(p.x, c), b = expanded(p.x, c);
  float d = horner(p.y, c);
  vec3 parts = mod(floor(vec3(a, d, a - d)), 256.0);
  colour = vec4(parts / 255.0, a == b ? 1.0 : 0.0);
}
