#version 310 es
precision highp float;
precision highp int;
layout(location = 0) out vec4 _GLF_color;
uniform vec2 injectionSwitch;
uniform vec2 resolution;

// Pixels of the lower left corner look for an answer in 10^7 steps (four thousand times 2500), all others in a few.
int search(int outer, int wanted) {
  int found = 0;
  for (int i = 1; i <= outer; i++) {
    for (int j = 1; j <= 2500; j++) {
      if (((i * 7919) ^ (j * 104729)) % 65537 == wanted) found++;
      if (injectionSwitch.x > injectionSwitch.y) return -1;
    }
  }
  return found;
}

void main() {
  vec2 uv = gl_FragCoord.xy / resolution;
  bool corner = uv.x < 0.0625 && uv.y < 0.0625;
  int found = search(corner ? 4000 : 1, int(uv.x * 64.0) * 64 + int(uv.y * 64.0));
  _GLF_color = vec4(float(found & 255) / 255.0, uv, 1.0);
}
