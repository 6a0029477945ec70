#version 450
layout(location = 0) in vec4 weights;
layout(location = 1) in float scale;
layout(location = 2) in vec2 offset;
layout(location = 5) in vec2 aberration_place;
layout(location = 0) flat out vec4 aberration_result;
layout(std140, binding = 0) uniform Palette { vec4 colours[4]; };

struct Pick { int index; float weight; };

Pick heaviest(float row[4]) {
  Pick best = Pick(0, row[0]);
  for (int k = 1; k < 4; k++) {
    if (row[k] > best.weight) {
      best = Pick(k, row[k]);
    }
  }
  return best;
}

void main() {
  float row[4];
  for (int k = 0; k < 4; k++) {
    row[k] = weights[k] + (k < 2 ? offset[k] : scale);
  }
  Pick best = heaviest(row);
  vec4 colour = colours[best.index];
  if (best.weight < 0.0) {
    aberration_result = colour.bgra;
  } else {
    aberration_result = colour * (best.weight * 0.25);
  }
  gl_Position = vec4(aberration_place, 0.0, 1.0);
  gl_PointSize = 1.0;
}
