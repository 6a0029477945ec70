#version 310 es
precision highp float;
precision highp int;
layout(location = 0) out vec4 _GLF_color;
layout(binding = 1) uniform sampler2D tex;
uniform int levels;
uniform vec2 resolution;

int threshold(ivec2 p) {
  int value = 0;
  for (int bit = 0; bit < 3; bit++) {
    int x = (p.x >> bit) & 1, y = (p.y >> bit) & 1;
    value = value * 4 + ((x ^ y) * 2 + y);
  }
  return value;
}

void main() {
  vec4 c = texture(tex, gl_FragCoord.xy / resolution);
  float limit = (float(threshold(ivec2(gl_FragCoord.xy))) + 0.5) / 64.0;
  vec3 scaled = c.rgb * float(levels - 1);
  vec3 low = floor(scaled);
  _GLF_color = vec4((low + step(limit, scaled - low)) / float(levels - 1), 1.0);
}
