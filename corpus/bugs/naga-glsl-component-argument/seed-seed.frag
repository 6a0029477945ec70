#version 450
layout(location = 0) out vec4 colour;
void bump(out int a, inout int b) { a = b; b = a + 1; }
void main() {
  ivec2 p = ivec2(gl_FragCoord.xy);
  bump(p.x, p.y);
  colour = vec4(vec2(p) / 255.0, 0.0, 1.0);
}
