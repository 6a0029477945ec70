#version 450
layout(location = 0) out vec4 colour;

// Loops over floats: products with the counter, comparisons that meet their bound exactly.
void main() {
  vec2 p = floor(gl_FragCoord.xy / 8.0);
  float total = 0.0;
  for (int i = 0; i < 9; i++) {
    total += float(i) * 0.25 + p.x * float(i);
  }
  float count = 0.0;
  for (float at = 0.0; at < 6.0; at += 0.5) {
    count += p.y < at * 4.0 ? 1.0 : 0.5;
  }
  float sign = !(p.x < 16.0) ? 1.0 : 0.25;
  colour = vec4(total / 1300.0, count / 16.0, sign, 1.0);
}
