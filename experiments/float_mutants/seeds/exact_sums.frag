#version 450
layout(location = 0) out vec4 colour;

// Sums that keep what rounding loses: each result here is exact to the bit, or the program makes no sense.
void main() {
  vec2 p = gl_FragCoord.xy;
  precise float total = 8388608.0;
  precise float lost = 0.0;
  for (int i = 1; i <= 5; i++) {
    precise float term = p.x + float(i) * 0.25;
    precise float corrected = term - lost;
    precise float next = total + corrected;
    lost = (next - total) - corrected;
    total = next;
  }
  precise float big = p.y + 8388608.0;
  precise float kept = big - p.y;
  precise float rest = kept - 8388608.0;
  colour = vec4((total - 8388608.0) / 2048.0, lost + 0.5, rest + 0.5, 1.0);
}
