#version 320 es
precision highp float;
precision highp int;
layout(location = 0) out vec4 _GLF_color;
uniform vec2 injectionSwitch;
uniform vec2 resolution;

int table[8];

void main() {
  for (int i = 0; i < 8; i++)
    table[i] = i * i;
  // columns 8 and 9 lie beyond the table, and so does what they write
  int column = int(gl_FragCoord.x / resolution.x * 10.0);
  table[column] += int(injectionSwitch.y);
  int sum = 0;
  for (int i = 0; i <= column; i++)
    sum += table[i];
  int row = int(gl_FragCoord.y / resolution.y * 8.0);
  _GLF_color = vec4(float(sum & 63) / 63.0, float(table[row]) / 50.0, float(column) / 9.0, 1.0);
}
