#version 450 core
// Whole square roots by bits, by bisection and by Newton's steps, with early returns.
layout(binding = 0) uniform Offset { int buf0; };
layout(location = 0) out vec4 colour;

int byBits(int n) {
  int root = 0;
  for (int bit = 1 << 10; bit > 0; bit >>= 1) {
    int candidate = root | bit;
    if (candidate * candidate <= n) root = candidate;
  }
  return root;
}

int byBisection(int n) {
  int low = 0, high = 2048;
  while (high - low > 1) {
    int middle = (low + high) / 2;
    if (middle * middle <= n) {
      low = middle;
    } else {
      high = middle;
    }
  }
  return low;
}

int byNewton(int n) {
  if (n < 2) return n;
  int x = n;
  for (;;) {
    int y = (x + n / x) / 2;
    if (y >= x) return x;
    x = y;
  }
}

void main() {
  ivec2 p = ivec2(gl_FragCoord.xy);
  int n = p.x * p.y * 97 + p.x + buf0;
  int root = byBits(n);
  bool same = root == byBisection(n) && root == byNewton(n);
  int rest = n - root * root;
  colour = vec4(float(root & 255), float(rest & 255), float(n & 255), same ? 255.0 : 0.0) / 255.0;
}
