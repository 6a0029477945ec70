#version 310 es

precision highp float;
precision highp int;

// A binary search tree in an array; child 0 is smaller, child 1 larger, 0 is "none" (the root is nobody's child).
struct Twig {
  int key;
  int child[2];
  float shade;
};

Twig tree[24];
int size = 0;

layout(location = 0) out vec4 _GLF_color;

uniform vec2 injectionSwitch;
uniform vec2 resolution;

int place(int key, float shade) {
  tree[size].key = key;
  tree[size].child[0] = 0;
  tree[size].child[1] = 0;
  tree[size].shade = shade;
  return size++;
}

bool insert_(int key, float shade) {
  if (size == 0) {
    place(key, shade);
    return true;
  }
  int at = 0;
  for (int depth = 0; depth < 24; depth++) {
    if (tree[at].key == key)
      return false;
    int side = key > tree[at].key ? 1 : 0;
    int below = tree[at].child[side];
    if (below == 0) {
      int fresh = place(key, shade);
      tree[at].child[side] = fresh;
      return true;
    }
    at = below;
  }
  return false;
}

int walk(int key, out float shade) {
  int at = 0;
  int depth = 1;
  shade = 0.0;
  while (tree[at].key != key) {
    shade += tree[at].shade;
    at = tree[at].child[key < tree[at].key ? 0 : 1];
    if (at == 0)
      return 0;
    depth++;
    if (injectionSwitch.x > injectionSwitch.y)
      return -depth;
  }
  shade += tree[at].shade;
  return depth;
}

void main() {
  int key = 16;
  int refused = 0;
  for (int i = 0; i < 24; i++) {
    if (!insert_(key, float(i) / 96.0))
      refused++;
    key = (key * 5 + 9) & 31;
    if (i % 6 == 5)
      key ^= 3;
  }
  vec2 uv = gl_FragCoord.xy / resolution;
  int wanted = int(uv.x * 32.0);
  float shade;
  int depth = walk(wanted, shade);
  if (uv.y * 8.0 < float(depth))
    _GLF_color = vec4(shade, float(depth) / 8.0, 0.25, 1.0);
  else
    _GLF_color = vec4(0.1, float(refused) / 24.0, shade * 0.5, 1.0);
}
