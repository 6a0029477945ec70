#version 450
// Ordered dithering of an integer gradient to five levels with a recursively built Bayer matrix.
layout(set = 0, binding = 0) uniform buf0 { ivec2 focus; };
layout(set = 0, binding = 1) uniform buf1 { int levels; };
layout(location = 0) out vec4 colour;

const ivec2 QUARTERS[2] = ivec2[2](ivec2(0, 2), ivec2(3, 1));

int bayer(ivec2 p) {
  int value = 0;
  for (int bit = 0; bit < 3; bit++) {
    ivec2 quarter = (p >> bit) & 1;
    value = value * 4 + QUARTERS[quarter.y][quarter.x];
  }
  return value;
}

int quantise(int value, int threshold) {
  int scaled = value * (levels - 1);
  int base = scaled / 256;
  int rest = scaled - base * 256;
  return rest > threshold * 4 + 2 ? base + 1 : base;
}

int spread(int level) {
  switch (level) {
    case 0:
      return 0;
    case 1:
      return 60;
    case 2:
      return 128;
    case 3:
      return 200;
    default:
      break;
  }
  return 255;
}

void main() {
  ivec2 pixel = ivec2(gl_FragCoord.xy);
  ivec2 offset = pixel - focus;
  int distance_ = (offset.x * offset.x + offset.y * offset.y) >> 8;
  ivec3 source = ivec3(min(distance_, 255), pixel.x, 255 - ((pixel.x + pixel.y) >> 1));
  int threshold = bayer(pixel);
  ivec3 result;
  for (int channel = 0; channel < 3; channel++) {
    result[channel] = spread(quantise(source[channel], threshold));
    threshold = 63 - threshold;
  }
  colour = vec4(vec3(result) / 255.0, 1.0);
}
