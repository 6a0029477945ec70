#version 450
// A lattice with holes: pixels leave by discard from inside a loop, from a helper and from a switch.
layout(set = 0, binding = 0) uniform buf0 { ivec2 period; };
layout(set = 0, binding = 1) uniform buf1 { vec4 edge; };
layout(location = 0) out vec4 colour;

int fold(int value, int size) {
  int rest = value % size;
  return rest * 2 > size ? size - rest : rest;
}

void cutCorner(ivec2 folded) {
  if (folded.x + folded.y < 3) {
    discard;
  }
}

int ringOf(ivec2 folded) {
  int ring = 0;
  for (int radius = 2; radius < 40; radius += 3) {
    if (folded.x * folded.x + folded.y * folded.y < radius * radius) {
      return ring;
    }
    if (ring == 7) {
      discard;
    }
    ring++;
  }
  return -1;
}

void main() {
  ivec2 pixel = ivec2(gl_FragCoord.xy);
  ivec2 folded = ivec2(fold(pixel.x, period.x), fold(pixel.y, period.y));
  cutCorner(folded);
  int ring = ringOf(folded);
  vec4 shade = edge;
  switch (ring & 3) {
    case 0:
      shade.r = float(folded.x * 8);
      break;
    case 1:
      shade.g = float(folded.y * 8);
      // falls through
    case 2:
      shade.b = float(ring * 30);
      break;
    default:
      if (((pixel.x ^ pixel.y) & 4) != 0) {
        discard;
      }
      shade.rg = shade.gr;
  }
  colour = vec4(shade.rgb / 255.0, 1.0);
}
