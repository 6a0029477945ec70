#version 300 es
// Matrices that are not square: products, transposes, outer products and determinants of whole numbers.
precision highp float;

uniform vec3 weights;
out vec4 colour;

mat2x3 tall(vec2 p) {
  return outerProduct(weights, p) + mat2x3(1.0, 0.0, 2.0, 0.0, 3.0, 1.0);
}

void main() {
  vec2 p = floor(gl_FragCoord.xy / 8.0);
  mat2x3 a = tall(p);
  mat3x2 b = transpose(a);
  mat2 square = b * a;
  float d = determinant(square);
  float byHand = square[0][0] * square[1][1] - square[1][0] * square[0][1];
  vec3 row = p * b;
  vec2 column = b * weights;
  float check = dot(row, weights) - dot(p, column);
  ivec4 parts = ivec4(ivec2(int(d), int(row.x)), int(column.y), int(check));
  colour = vec4(vec3(parts.xyz & 255) / 255.0, d == byHand && parts.w == 0 ? 1.0 : 0.0);
}
