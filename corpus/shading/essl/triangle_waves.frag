#version 100
// Triangle waves of three frequencies, folded over each other; all values are multiples of a power of two.
precision highp float;

uniform vec2 phase;

float triangle(float x) {
  float t = fract(x);
  return t < 0.5 ? 2.0 * t : 2.0 - 2.0 * t;
}

float folded(vec2 p) {
  float sum = 0.0;
  float scale = 1.0;
  for (int i = 0; i < 3; i++) {
    vec2 q = p * scale + phase;
    sum += (triangle(q.x) + triangle(q.y)) / scale;
    scale *= 2.0;
  }
  return sum;
}

void main() {
  vec2 p = floor(gl_FragCoord.xy) / 16.0;
  float height = folded(p) * 64.0;
  float band = floor(height / 8.0) * 8.0;
  vec3 colour = vec3(band, mod(height, 16.0) * 8.0, 255.0 - band);
  gl_FragColor = vec4(floor(clamp(colour, 0.0, 255.0)) / 255.0, 1.0);
}
