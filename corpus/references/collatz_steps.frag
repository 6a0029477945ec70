#version 450
// Bounded Collatz walks: a do-while loop with two ways out and a record of the highest point.
layout(push_constant) uniform buf_push { uint bound; };
layout(location = 0) out vec4 colour;

struct Walk {
  uint steps;
  uint highest;
  uint odds;
};

Walk walk(uint n) {
  Walk w = Walk(0u, n, 0u);
  do {
    bool odd = (n & 1u) == 1u;
    n = odd ? 3u * n + 1u : n >> 1u;
    w.odds += odd ? 1u : 0u;
    if (n > w.highest) {
      w.highest = n;
    }
    w.steps++;
    if (w.steps >= bound) {
      return w;
    }
  } while (n > 1u);
  return w;
}

uint log2Floor(uint n) {
  uint bits = 0u;
  while (n > 1u) {
    n >>= 1u;
    bits++;
  }
  return bits;
}

void main() {
  uvec2 pixel = uvec2(gl_FragCoord.xy);
  uint start = (pixel.y >> 1u) * 128u + (pixel.x >> 1u) + 1u;
  Walk w = walk(start);
  uint magnitude = log2Floor(w.highest);
  float late = w.steps == bound ? 1.0 : 0.0;
  colour = vec4(float((w.steps * 2u) & 255u) / 255.0, float((w.odds * 5u) & 255u) / 255.0, float(magnitude * 8u & 255u) / 255.0, 1.0);
  if (late > 0.5) {
    colour.rgb = colour.bgr;
  }
}
