#version 450
// Powers of a shear matrix by repeated squaring; all entries stay small dyadic numbers, so floats are exact.
layout(set = 0, binding = 0) uniform buf0 { mat3 generator; };
layout(set = 0, binding = 1) uniform buf1 { vec2 resolution; };
layout(location = 0) out vec4 colour;

mat3 power(mat3 base, int exponent) {
  mat3 result = mat3(1.0);
  while (exponent > 0) {
    if ((exponent & 1) != 0) {
      result = result * base;
    }
    exponent >>= 1;
    if (exponent == 0) {
      break;
    }
    base = base * base;
  }
  return result;
}

float trace(mat3 m) {
  float sum = 0.0;
  for (int i = 0; i < 3; i++) {
    sum += m[i][i];
  }
  return sum;
}

vec3 wrap(vec3 v) {
  vec3 r = v;
  for (int i = 0; i < 3; i++) {
    if (r[i] < 0.0) {
      r[i] = -r[i];
    }
    while (r[i] >= 256.0) {
      r[i] -= 256.0;
    }
  }
  return r;
}

void main() {
  ivec2 pixel = ivec2(gl_FragCoord.xy);
  int exponent = pixel.x >> 5;
  mat3 m = power(generator, exponent);
  vec3 point = vec3(float(pixel.x & 31), float(pixel.y), 8.0);
  vec3 image = m * point;
  vec3 other = point * transpose(m);
  float agree = image == other ? 1.0 : 0.0;
  vec3 shade = floor(wrap(image * 0.5 + vec3(trace(m), 0.0, float(exponent))));
  bool lower = gl_FragCoord.y * 2.0 < resolution.y;
  colour = vec4((lower ? shade : shade.zxy) / 255.0, agree);
}
