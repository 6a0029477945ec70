#version 310 es
precision highp float;
precision highp int;
layout(location = 0) out vec4 _GLF_color;
uniform highp sampler2D picture;
uniform vec2 resolution;
uniform vec2 injectionSwitch;

float grey(ivec2 at) {
  ivec2 size = textureSize(picture, 0);
  vec3 c = texelFetch(picture, clamp(at, ivec2(0), size - 1), 0).rgb;
  return dot(c, vec3(0.299, 0.587, 0.114));
}

void main() {
  ivec2 at = ivec2(gl_FragCoord.xy);
  mat3 box;
  for (int c = 0; c < 3; c++)
    for (int r = 0; r < 3; r++)
      box[c][r] = grey(at + ivec2(c - 1, r - 1));
  float gx = box[2][0] + 2.0 * box[2][1] + box[2][2] - box[0][0] - 2.0 * box[0][1] - box[0][2];
  float gy = box[0][2] + 2.0 * box[1][2] + box[2][2] - box[0][0] - 2.0 * box[1][0] - box[2][0];
  float edge = sqrt(gx * gx + gy * gy) * injectionSwitch.y;
  _GLF_color = vec4(vec3(edge), 1.0);
}
