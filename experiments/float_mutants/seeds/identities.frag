#version 450
layout(location = 0) out vec4 colour;

// What is algebra for numbers is no algebra for floats: roots of squares, quotients and differences of equals, zeros.
void main() {
  vec2 p = gl_FragCoord.xy / 64.0 - 2.0;
  float root = sqrt(p.x * p.x) - 0.5 * p.x;
  float one = p.y / p.y;
  float nothing = p.x - p.x + p.y * 0.0;
  vec2 masked = p * vec2(0.0, 1.0);
  float square = pow(p.y + 2.5, 2.0);
  colour = vec4(root, one * 0.75 + nothing, masked.x + 0.25 * masked.y * masked.y, square / 32.0);
}
