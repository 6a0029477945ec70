#version 450
// The Mandelbrot set in fixed point with 12 fraction bits; a few pixels of a quad leave the loop early.
layout(set = 0, binding = 0) uniform buf0 { ivec2 centre; };
layout(set = 0, binding = 1) uniform buf1 { int maxIterations; };
layout(location = 0) out vec4 colour;

const int FRACTION_BITS = 12;
const int FOUR = 4 << FRACTION_BITS;

int multiply(int a, int b) {
  return (a * b) >> FRACTION_BITS;
}

ivec2 square(ivec2 z) {
  return ivec2(multiply(z.x, z.x) - multiply(z.y, z.y), 2 * multiply(z.x, z.y));
}

bool escaped(ivec2 z, out int norm) {
  norm = multiply(z.x, z.x) + multiply(z.y, z.y);
  return norm > FOUR;
}

int iterate(ivec2 c, out int lastNorm) {
  ivec2 z = ivec2(0);
  int count = 0;
  lastNorm = 0;
  while (count < maxIterations) {
    z = square(z) + c;
    if (escaped(z, lastNorm)) {
      break;
    }
    count++;
  }
  return count;
}

vec3 palette(int count, int norm) {
  if (count == maxIterations) {
    return vec3(float(norm >> 7), 0.0, 32.0);
  }
  int shade = (count * 29) & 255;
  if ((count & 1) == 0) {
    return vec3(float(shade), float(255 - shade), float((norm >> 8) & 255));
  }
  return vec3(float((norm >> 9) & 255), float(shade), float(shade >> 1));
}

void main() {
  ivec2 pixel = ivec2(gl_FragCoord.xy);
  ivec2 c = centre + (pixel - ivec2(128)) * 48;
  int norm;
  int count = iterate(c, norm);
  colour = vec4(palette(count, norm) / 255.0, 1.0);
}
