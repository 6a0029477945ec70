#version 300 es
// Sprites of palette indices before a background: flips, a transparent index, a palette that is turned.
precision highp float;
precision highp int;
precision highp sampler2D;
precision highp usampler2D;

uniform usampler2D sheet;
uniform sampler2D palette;
uniform int turn;
out vec4 colour;

const int COLOURS = 16;

struct Sprite {
  ivec2 corner;
  int number;
  bool mirrored;
  bool upsideDown;
};

Sprite spriteOf(int k) {
  ivec2 corner = ivec2(k * 11 + 2, (k * 7) % 24 + k * 4);
  return Sprite(corner, (k * 5) & 15, (k & 1) == 1, (k & 2) == 2);
}

int indexAt(Sprite sprite, ivec2 pixel) {
  ivec2 at = (pixel - sprite.corner) >> 1;
  if (any(lessThan(at, ivec2(0))) || any(greaterThan(at, ivec2(7)))) {
    return 0;
  }
  at.x = sprite.mirrored ? 7 - at.x : at.x;
  at.y = sprite.upsideDown ? 7 - at.y : at.y;
  ivec2 cell = ivec2(sprite.number & 3, sprite.number >> 2) * 8;
  return int(texelFetch(sheet, cell + at, 0).g & 15u);
}

vec3 fromPalette(int index, int bank) {
  int at = (index + turn) % COLOURS;
  return texelFetch(palette, ivec2(at, bank), 0).rgb;
}

void main() {
  ivec2 pixel = ivec2(gl_FragCoord.xy);
  uint behind = texelFetch(sheet, (pixel >> 2) & 31, 0).r;
  vec3 shade = fromPalette(int(behind & 3u), 0);
  for (int k = 0; k < 5; k++) {
    int index = indexAt(spriteOf(k), pixel);
    if (index == 0) {
      continue;
    }
    shade = fromPalette(index, 1 + (k & 1));
    if (index > 12) {
      break;
    }
  }
  ivec3 bytes = min(ivec3(shade * 256.0), 255);
  colour = vec4(vec3(bytes) / 255.0, 1.0);
}
