#version 320 es
precision highp float;
layout(location = 0) out vec4 _GLF_color;
uniform sampler2D tex;
uniform vec2 resolution;

const float kernel[5] = float[5](0.0625, 0.25, 0.375, 0.25, 0.0625);

void main() {
  vec2 uv = gl_FragCoord.xy / resolution;
  vec4 sum = vec4(0.0);
  for (int y = -2; y <= 2; y++) {
    for (int x = -2; x <= 2; x++) {
      sum += texture(tex, uv + vec2(x, y) * 2.0 / resolution) * kernel[x + 2] * kernel[y + 2];
    }
  }
  _GLF_color = vec4(sum.rgb, 1.0);
}
