#version 450
layout(location = 0) in mat3 turn;
layout(location = 3) in vec3 normal;
layout(location = 4) in mat2x4 tall;
layout(location = 7) in vec2 aberration_place;
layout(location = 0) flat out vec4 aberration_result;

vec3 lit(vec3 way) {
  float side = dot(way, vec3(0.5, -0.25, 1.0));
  return side > 0.0 ? way * 0.5 : -way * 0.25;
}

void main() {
  gl_Position = vec4(aberration_place, 0.0, 1.0);
  gl_PointSize = 1.0;
  vec3 turned = turn * normal;
  vec4 column = tall[1] + tall * vec2(2.0, -1.0);
  float sum = 0.0;
  for (int k = 0; k < 3; k++) {
    sum += turn[k][2 - k];
  }
  aberration_result = vec4(lit(turned), sum) * 0.25 + column * 0.125;
}
