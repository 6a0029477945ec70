#version 310 es
// A table of tables, filled row by row, transposed in place, and read across.
precision highp float;
precision highp int;

layout(std140, binding = 0) uniform Shift { ivec2 buf0; };
layout(location = 0) out vec4 colour;

const int SIZE = 4;

void transposeInPlace(inout int table[SIZE][SIZE]) {
  for (int i = 0; i < SIZE; i++) {
    for (int j = i + 1; j < SIZE; j++) {
      int held = table[i][j];
      table[i][j] = table[j][i];
      table[j][i] = held;
    }
  }
}

void main() {
  ivec2 p = ivec2(gl_FragCoord.xy);
  int table[SIZE][SIZE];
  for (int i = 0; i < table.length(); i++) {
    for (int j = 0; j < table[i].length(); j++) {
      table[i][j] = (p.x * i + p.y * j + buf0.x) & 255;
    }
  }
  int before = table[1][2] - table[2][1];
  transposeInPlace(table);
  int after = table[1][2] - table[2][1];
  int sum = 0;
  for (int i = 0; i < SIZE; i++) {
    sum += table[i][(i + buf0.y) & 3];
  }
  colour = vec4(float(sum & 255), float(sum >> 8), before == -after ? 255.0 : 0.0, 255.0) / 255.0;
}
