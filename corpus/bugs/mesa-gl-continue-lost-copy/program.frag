#version 330
uniform int limit;
out vec4 colour;

void main() {
  int cells[2];
  cells[0] = 3;
  cells[1] = 3;
  for (int i = 1; i > 0; i--) {
    if (limit < 0) continue;
    cells[i] = i - 1;
  }
  colour = vec4(float(cells[0]), float(cells[1]), 0.0, 3.0) / 3.0;
}
