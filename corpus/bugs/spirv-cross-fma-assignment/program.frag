#version 400
layout(location = 0) out vec4 colour;

void main() {
  float sum = gl_FragCoord.x;
  sum = fma(sum, 2.0, 8.0);
  colour = vec4(sum / 255.0, 0.0, 0.0, 1.0);
}
