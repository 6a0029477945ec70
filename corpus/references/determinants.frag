#version 450
// Determinants of small integer matrices, by cofactors over a mat4 and by the built-in of a mat3; all exact.
layout(set = 0, binding = 0) uniform buf0 { mat4 base; };
layout(set = 0, binding = 1) uniform buf1 { mat2 corner; };
layout(location = 0) out vec4 colour;

mat3 minorOf(mat4 m, int column) {
  mat3 result = mat3(0.0);
  int target = 0;
  for (int c = 0; c < 4; c++) {
    if (c == column) {
      continue;
    }
    for (int r = 1; r < 4; r++) {
      result[target][r - 1] = m[c][r];
    }
    target++;
  }
  return result;
}

float sarrus(mat3 m) {
  vec3 crossed = cross(m[1], m[2]);
  return dot(m[0], crossed);
}

float cofactorSum(mat4 m) {
  float sum = 0.0;
  float sign_ = 1.0;
  for (int c = 0; c < 4; c++) {
    sum += sign_ * m[c][0] * sarrus(minorOf(m, c));
    sign_ = -sign_;
  }
  return sum;
}

int toByte(float value) {
  return int(abs(value)) & 255;
}

void main() {
  ivec2 cell = ivec2(gl_FragCoord.xy) >> 3;
  mat4 m = base;
  m[0][1] += float(cell.x & 7);
  m[1][2] -= float(cell.y & 7);
  m[2] = m[2].wzyx;
  m[3][3] = float((cell.x ^ cell.y) >> 3);
  mat2 small = corner * mat2(float(cell.x), 1.0, 2.0, float(cell.y));
  float whole = cofactorSum(m);
  mat3 upper = mat3(m);
  float part = sarrus(upper) - sarrus(transpose(upper));
  float flat_ = small[0][0] * small[1][1] - small[1][0] * small[0][1];
  vec4 image = m * vec4(1.0, float(cell.x), -2.0, 0.5);
  ivec3 shade = ivec3(toByte(whole * 3.0), toByte(flat_), toByte(image.x + image.w));
  colour = vec4(vec3(shade) / 255.0, part == 0.0 ? 1.0 : 0.0);
}
