#version 450
// One picture as wallpaper: repeated, mirrored and with its edge drawn out, where masks choose among them.
layout(set = 0, binding = 0) uniform sampler2D repeated;
layout(set = 0, binding = 1) uniform sampler2D clamped;
layout(set = 0, binding = 2) uniform sampler2D mirrored;
layout(set = 0, binding = 3) uniform buf3 { ivec2 corner; };
layout(location = 0) out vec4 colour;

const vec2 TEXEL = vec2(1.0 / 16.0, 1.0 / 8.0);

vec2 middleOf(ivec2 cell) {
  return (vec2(cell) + 0.5) * TEXEL;
}

ivec4 bytes(vec4 value) {
  return min(ivec4(value * 256.0), 255);
}

ivec3 pattern(ivec2 cell, int rule) {
  vec2 middle = middleOf(cell);
  switch (rule) {
    case 0:
      return bytes(textureLod(repeated, middle, 0.0)).rgb;
    case 1:
      return bytes(textureLod(clamped, middle, 0.0)).gbr;
    case 2:
      return bytes(textureLod(mirrored, middle, 0.0)).bra;
    default:
      return bytes(textureLod(repeated, middleOf(cell.yx), 0.0)).rgb ^ bytes(textureLod(mirrored, -middle, 0.0)).rgb;
  }
}

int frameAt(ivec2 pixel) {
  ivec2 inFrame = abs((pixel & 63) - 32);
  int far = max(inFrame.x, inFrame.y);
  if (far > 28) {
    return 3;
  }
  return far > 20 ? 1 : (far > 10 ? 2 : 0);
}

void main() {
  ivec2 pixel = ivec2(gl_FragCoord.xy);
  ivec2 cell = (pixel >> 2) + corner;
  ivec3 shade = pattern(cell, frameAt(pixel));
  // Outside of the first copy, the three rules differ: what they have in common is shown darker.
  bool same = textureLod(repeated, middleOf(cell), 0.0) == textureLod(mirrored, middleOf(cell), 0.0);
  if (same) {
    shade >>= 1;
  }
  colour = vec4(vec3(shade) / 255.0, 1.0);
}
