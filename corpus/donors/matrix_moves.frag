#version 450
// Matrices of several shapes as parameters and results: column edits, products, traces, an outer product.
layout(location = 0) out vec4 colour;

mat3 swapColumns(mat3 m, int a, int b) {
  vec3 held = m[a & 1];
  m[a & 1] = m[b & 1];
  m[b & 1] = held;
  return m;
}

mat2x3 halfOf(mat3 m, bool upper) {
  return upper ? mat2x3(m[1], m[2]) : mat2x3(m[0], m[1]);
}

float traceOf(mat4 m, float scale) {
  float sum = 0.0;
  for (int i = 0; i < 4; i++) {
    sum += m[i][i] * scale;
    if (sum > 256.0) {
      return 256.0;
    }
  }
  return sum;
}

vec3 repeatedly(mat3 m, vec3 v, int times) {
  int left = times;
  while (left > 0) {
    v = clamp(m * v, vec3(-64.0), vec3(64.0));
    left--;
    if (left > 10) {
      left = 10;
    }
  }
  return v;
}

mat4 embed(mat2 corner, vec2 shift) {
  mat4 m = mat4(1.0);
  m[0].xy = corner[0];
  m[1].xy = corner[1];
  m[3].xy = shift;
  return m * outerProduct(vec4(1.0, 0.5, 0.25, 1.0), vec4(0.5));
}

void main() {
  vec2 place = gl_FragCoord.xy * 0.00390625;
  mat3 m = mat3(0.5, place.x, 0.0, 0.25, 0.5, place.y, 0.125, 0.0, 1.0);
  mat3 swapped = swapColumns(m, 0, floatBitsToInt(place.x) >> 20);
  vec3 v = repeatedly(swapped, vec3(place, 1.0), 3);
  vec2 row = v * halfOf(m, place.x > place.y);
  colour = vec4(row, traceOf(embed(mat2(place, place.yx), row), 0.25), 1.0);
}
