#version 450
layout(location = 0) in vec2 aberration_place;
layout(location = 0) flat out vec4 aberration_result;
uniform ivec2 size;
uniform vec4 tint;

int divisors(int number) {
  int count = 0;
  for (int k = 1; k <= number; k++) {
    if (number % k != 0) {
      continue;
    }
    count++;
    if (count > 9) {
      break;
    }
  }
  return count;
}

void main() {
  gl_Position = vec4(aberration_place, 0.0, 1.0);
  gl_PointSize = 1.0;
  int row = gl_VertexID / size.x;
  int column = gl_VertexID % size.x;
  float count = float(divisors(gl_VertexID + gl_InstanceID));
  aberration_result = vec4(float(row) / 16.0, float(column) / 16.0, count / 16.0, 1.0) * tint;
}
