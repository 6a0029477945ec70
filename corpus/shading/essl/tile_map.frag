#version 100
// A map of tiles as in an old game: one picture says which tile lies where, the other holds the tiles.
precision highp float;
precision highp int;
precision highp sampler2D;

uniform sampler2D map;
uniform sampler2D tiles;
uniform vec2 scroll;

const float SIDE = 8.0;

int remainder4(int n) {
  return n - n / 4 * 4;
}

int levelOf(vec4 texel) {
  return int(texel.r * 256.0);
}

vec2 tileFor(int number) {
  return vec2(float(remainder4(number)), float(remainder4(number / 4)));
}

vec4 texelOfTile(vec2 tile, vec2 inside) {
  return texture2D(tiles, (tile * SIDE + inside + 0.5) / 32.0);
}

bool isWater(vec2 cell) {
  return levelOf(texture2D(map, (cell + 0.5) / 16.0)) > 170;
}

void main() {
  vec2 place = floor(gl_FragCoord.xy) + scroll;
  vec2 cell = floor(place / SIDE);
  vec2 inside = place - cell * SIDE;
  int number = levelOf(texture2D(map, (cell + 0.5) / 16.0));
  vec4 found = texelOfTile(tileFor(number), inside);
  int shores = 0;
  for (int k = -1; k <= 1; k += 2) {
    if (isWater(cell + vec2(float(k), 0.0))) {
      ++shores;
    }
    if (isWater(cell + vec2(0.0, float(k)))) {
      ++shores;
    }
  }
  if (isWater(cell)) {
    found = vec4(0.0, float(shores) * 0.125, 0.5 + 0.5 * found.b, 1.0);
  } else if (shores > 1) {
    found = found.gbra;
  }
  float deeper = cell.x - 2.0 * floor(cell.x / 2.0);
  int red = int(found.r * 248.0 + deeper * 6.0);
  gl_FragColor = vec4(float(red) / 255.0, floor(found.gb * 255.0) / 255.0, 1.0);
}
