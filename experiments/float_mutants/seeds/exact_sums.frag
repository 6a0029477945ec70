#version 450
layout(location = 0) out vec4 colour;

// Sums that keep what rounding loses: each result here is exact to the bit, or the program makes no sense.
void main() {
  vec2 p = gl_FragCoord.xy;
  precise float total = 0.0;
  precise float lost = 0.0;
  for (int i = 1; i <= 12; i++) {
    precise float term = p.x / float(i) + p.y * 0.01;
    precise float corrected = term - lost;
    precise float next = total + corrected;
    lost = (next - total) - corrected;
    total = next;
  }
  precise float big = p.x + 16777216.0;
  precise float kept = big - p.x;
  precise float rest = kept - 16777216.0;
  colour = vec4(total / 2048.0, lost * 65536.0, rest, 1.0);
}
