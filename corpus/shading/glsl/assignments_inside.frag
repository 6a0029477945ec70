#version 450
// Assignments, increments and commas inside expressions, each object written once where the order is open.
layout(binding = 0) uniform Pair { ivec2 buf0; };
layout(location = 0) out vec4 colour;

int twice(inout int x) {
  return x += x, x;
}

void main() {
  ivec2 p = ivec2(gl_FragCoord.xy);
  int a, b, c = 0, i, j;
  a = b = p.x & 31;
  for (i = 0, j = 8; i < j; i++, --j) {
    c += (a ^= i) > (p.y & 31) ? b++ : --b;
    if ((c & 1) == 0 && (b += 2) > 20) b = (c++, buf0.x);
  }
  int d = (a = b + 1, a * 2);
  int e = twice(a) + 1;
  int f[3];
  f[0] = f[1] = f[2] = e & 7;
  f[i - j]++;
  ivec3 shade = ivec3(c + 512, d + e, f[0] * 16 + f[2] + buf0.y) & 255;
  colour = vec4(vec3(shade) / 255.0, 1.0);
}
