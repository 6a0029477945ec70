#version 450
layout(location = 0) out vec4 colour;
int calls = 0;

bool note() {
  calls++;
  return true;
}

void main() {
  bool lazy = gl_FragCoord.x < 0.0 && note();
  colour = vec4(float(calls), lazy ? 1.0 : 0.0, 0.0, 1.0);
}
