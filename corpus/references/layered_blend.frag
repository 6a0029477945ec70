#version 450
// The layers of an image editor: an array of pictures, each with a blend mode and an opacity, composed from below.
layout(set = 0, binding = 0) uniform sampler2DArray layers;
layout(set = 0, binding = 1) uniform buf1 { float opacity; };
layout(set = 0, binding = 2) uniform buf2 { int visible; };
layout(location = 0) out vec4 colour;

const int COUNT = 7;

vec3 screen(vec3 below, vec3 above) {
  return 1.0 - (1.0 - below) * (1.0 - above);
}

vec3 softLight(vec3 below, vec3 above) {
  vec3 dark = below * (1.0 - below);
  return below + (2.0 * above - 1.0) * dark;
}

vec3 dodge(vec3 below, vec3 above) {
  return below / (1.25 - above);
}

vec3 blend(vec3 below, vec3 above, int mode) {
  switch (mode) {
    case 0:
      return below * above;
    case 1:
      return screen(below, above);
    case 2:
      return softLight(below, above);
    case 3:
      return clamp(dodge(below, above), 0.0, 1.0);
  }
  return sqrt(0.5 * (below * below + above * above));
}

void main() {
  ivec2 pixel = ivec2(gl_FragCoord.xy);
  vec2 middle = (vec2(pixel >> 3) + 0.5) / 16.0;
  vec3 composed = texture(layers, vec3(middle, 0.0)).rgb;
  float covered = 1.0;
  for (int layer = 1; layer < COUNT; layer++) {
    if ((visible >> layer & 1) == 0) {
      continue;
    }
    // Each layer lies a few texels beside the one below it.
    vec2 shift = vec2(layer * 3, -layer) / 16.0;
    vec4 above = textureLod(layers, vec3(middle + shift, float(layer)), 0.0);
    int mode = (layer + (pixel.x >> 6)) % 5;
    float strength = above.a * opacity;
    composed = mix(composed, blend(composed, above.rgb, mode), strength);
    covered *= 1.0 - 0.5 * strength;
  }
  colour = vec4(composed * mix(0.75, 1.0, covered), 1.0);
}
