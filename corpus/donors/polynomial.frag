#version 450
// Polynomials by Horner's rule and by differences; coefficient arrays by value, vectors, a matrix product.
layout(location = 0) out vec4 colour;

float horner(float x, float coefficients[5]) {
  float result = 0.0;
  for (int i = 4; i >= 0; i--) {
    result = result * x + coefficients[i];
  }
  return result;
}

vec2 hornerPair(vec2 x, float a, float b) {
  vec2 square = x * x;
  return square * a + x * b + vec2(0.5, 0.25);
}

float byMatrix(vec4 powers, float bias) {
  mat4 basis = mat4(
    1.0, -3.0, 3.0, -1.0,
    0.0, 3.0, -6.0, 3.0,
    0.0, 0.0, 3.0, -3.0,
    0.0, 0.0, 0.0, 1.0);
  vec4 weights = basis * powers;
  float sum = bias;
  for (int i = 0; i < 4; i++) {
    if (weights[i] > 64.0) {
      break;
    }
    sum += weights[i];
  }
  return sum;
}

void firstDifferences(inout float table[5]) {
  for (int order = 1; order < 5; order++) {
    for (int i = 4; i >= order; i--) {
      table[i] -= table[i - 1];
    }
  }
}

void main() {
  float x = gl_FragCoord.x * 0.00390625;
  float table[5] = float[5](1.0, 0.5, -0.25, 2.0, gl_FragCoord.y * 0.0078125);
  float value = horner(x, table);
  firstDifferences(table);
  vec2 pair = hornerPair(vec2(x, value), table[2], table[4]);
  colour = vec4(pair.x, value, byMatrix(vec4(x, pair, 1.0), 0.5), 1.0);
}
