#version 100
// A table filled and read by loops whose counters are its indices, with early ends of both kinds.
precision highp float;
precision highp int;

uniform float level;

float heights[8];

void fill(float seed) {
  float value = seed;
  for (int i = 0; i < 8; i++) {
    value = mod(value * 5.0 + 3.0, 64.0);
    heights[i] = value;
  }
}

float above(float limit, out float last) {
  float count = 0.0;
  last = 0.0;
  for (int i = 0; i < 8; i++) {
    if (heights[i] <= limit)
      continue;
    count += 1.0;
    last = heights[i];
    if (count >= 5.0)
      break;
  }
  return count;
}

void main() {
  vec2 p = floor(gl_FragCoord.xy);
  fill(p.x);
  float last;
  float count = above(max(level, p.y / 2.0), last);
  gl_FragColor = vec4(count * 32.0 / 255.0, last * 3.0 / 255.0, heights[3] / 255.0, 1.0);
}
