#version 450
// Chains of conditions as values, of scalars, vectors and structs, with sides that must not be evaluated.
layout(binding = 0) uniform Limits { ivec4 buf0; };
layout(location = 0) out vec4 colour;

struct Span { int low, high; };

int evaluated = 0;

int note(int value) {
  evaluated++;
  return value;
}

Span spanOf(int x) {
  return x < buf0.x ? Span(0, buf0.x) : x < buf0.y ? Span(buf0.x, buf0.y)
       : x < buf0.z ? Span(buf0.y, buf0.z) : Span(buf0.z, 64);
}

void main() {
  ivec2 p = ivec2(gl_FragCoord.xy);
  Span across = spanOf(p.x), up = spanOf(p.y);
  int inner = p.x > p.y ? note(across.low) : p.x < p.y ? note(up.high) + note(1) : 7;
  bool lazy = p.x > 31 && note(2) == 2 || p.y > 31 && note(3) == 4;
  ivec2 picked = lazy ? ivec2(across.low, up.low) : ivec2(across.high, up.high);
  vec3 shade = vec3(picked.x * 3, picked.y * 3, inner + evaluated * 40);
  colour = vec4(shade / 255.0, lazy ^^ (evaluated > 1) ? 1.0 : 0.5);
}
