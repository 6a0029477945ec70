#version 400
// Three loops inside each other, left and gone on with from every level, and a return from the innermost.
uniform int depth;
layout(location = 0) out vec4 colour;

int search(ivec2 p, out int rounds) {
  rounds = 0;
  for (int i = 0; i < depth; i++) {
    int j = i;
    do {
      if ((j & 3) == 3) {
        j += 2;
        continue;
      }
      for (int k = j; k >= 0; k -= 2) {
        rounds++;
        if (((p.x + k) & (p.y + i)) == 9) return i * 16 + j;
        if (k == (p.x & 7)) break;
      }
      j++;
    } while (j < 8);
    if (rounds > 70) break;
  }
  return -1;
}

void main() {
  int rounds;
  int found = search(ivec2(gl_FragCoord.xy), rounds);
  colour = vec4(float((found + 1) * 2), float(rounds * 2), found < 0 ? 0.0 : 255.0, 255.0) / 255.0;
}
