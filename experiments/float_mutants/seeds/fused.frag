#version 450
layout(location = 0) out vec4 colour;

// Products that are added to: fma itself, and chains of sums and products where rounding is free.
void main() {
  vec2 p = gl_FragCoord.xy / 16.0;
  float polynomial = fma(fma(fma(p.x, 0.125, -0.75), p.x, 0.3), p.x, 0.1);
  float sum = p.x * 0.3 + p.y * 0.7 + p.x * p.y * 0.01 + 0.2;
  float spread = p.x - (p.y - p.x * 0.1);
  colour = vec4(polynomial / 64.0, sum / 32.0, spread / 16.0, fma(p.y, p.y, -p.x) / 256.0);
}
