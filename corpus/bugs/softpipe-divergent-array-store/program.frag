#version 330
out vec4 colour;

void main() {
  int cells[2];
  cells[0] = 0;
  cells[1] = 0;
  cells[int(gl_FragCoord.x) & 1] = 255;
  colour = vec4(float(cells[0]), float(cells[1]), 0.0, 255.0) / 255.0;
}
