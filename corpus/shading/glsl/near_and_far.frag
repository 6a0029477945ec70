#version 450
// A picture near by, far away and at the bias of both: the device chooses the level of each sample.
layout(location = 0) out vec4 colour;
layout(binding = 0) uniform sampler2D field;
layout(binding = 1) uniform sampler3D cloud;
layout(binding = 2) uniform Reach { vec2 stride; };

ivec4 bytes(vec4 value) {
  return min(ivec4(value * 256.0), ivec4(255));
}

// A step is a quarter of a texel: the largest level.
ivec4 near(vec2 cell) {
  return bytes(texture(field, (cell + 0.5) / 64.0));
}

// A step is many texels: the smallest level, which has one.
ivec4 far(vec2 cell) {
  return bytes(texture(field, cell * stride + 0.375));
}

ivec4 biased(vec2 cell, bool away) {
  if (away) {
    return bytes(texture(field, cell * 0.25 + 0.375, 2.0));
  }
  return bytes(texture(field, (cell + 0.5) / 64.0, -1.5));
}

ivec4 sloped(vec2 cell) {
  vec3 place = vec3(cell + 0.5, 6.5) / 32.0;
  ivec4 above = bytes(textureGrad(cloud, place, vec3(0.0), vec3(0.0, 0.01, 0.0)));
  ivec4 below = bytes(textureGrad(cloud, place * 0.5, vec3(4.0, 0.0, 0.0), vec3(0.0)));
  return above ^ (below >> 1);
}

void main() {
  ivec2 pixel = ivec2(gl_FragCoord.xy);
  vec2 cell = vec2(pixel);
  ivec4 shade;
  switch ((pixel.x >> 3 & 1) | (pixel.y >> 3 & 1) << 1) {
    case 0:
      shade = near(cell) & ~far(cell);
      break;
    case 1:
      shade = abs(far(cell) - near(cell));
      break;
    case 2:
      shade = biased(cell, (pixel.x & 16) != 0);
      break;
    default:
      shade = sloped(cell) | near(cell) >> 2;
      break;
  }
  colour = vec4(vec3(shade.rgb) / 255.0, 1.0);
}
