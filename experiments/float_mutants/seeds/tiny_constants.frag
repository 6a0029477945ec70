#version 450
layout(location = 0) out vec4 colour;

// Constants below the smallest normal float, made visible again: zero or what they say, both are right.
void main() {
  vec2 p = gl_FragCoord.xy / 256.0;
  float tiny = (p.x < 0.5 ? 1.0e-39 : 2.0e-39) + 1.5e-39;
  float folded = sin(0.5) * 2.0 + sqrt(3.0) * 0.125;
  float third = 1.0 / 3.0;
  float sixth = third * 0.5 + third / 7.0;
  colour = vec4(tiny * 1.0e38, folded * p.y, sixth + p.x, 1.0);
}
