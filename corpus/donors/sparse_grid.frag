#version 450
// Arrays of arrays: a small grid written and read at computed places, row and column sums, a transposed copy.
layout(location = 0) out vec4 colour;

const int SIZE = 4;

const int SPIRAL[2][4] = int[2][4](int[4](0, 1, 2, 3), int[4](3, 1, 0, 2));

void scatter(out int grid[SIZE][SIZE], int word) {
  for (int row = 0; row < SIZE; row++) {
    for (int column = 0; column < SIZE; column++) {
      grid[row][column] = 0;
    }
  }
  for (int i = 0; i < 6; i++) {
    grid[word & 3][(word >> 2) & 3] += i + 1;
    word >>= 3;
  }
}

int cellAt(int grid[SIZE][SIZE], int row, int column) {
  return grid[row & 3][column & 3];
}

ivec2 sums(int grid[SIZE][SIZE], int index) {
  ivec2 result = ivec2(0);
  for (int i = 0; i < SIZE; i++) {
    result += ivec2(cellAt(grid, index, i), cellAt(grid, i, index));
  }
  return result;
}

int pathSum(int grid[SIZE][SIZE], int which, int stopAbove) {
  int total = 0;
  for (int i = 0; i < SIZE; i++) {
    int column = SPIRAL[which & 1][i];
    total += grid[i][column];
    if (total > stopAbove) {
      return i;
    }
  }
  return total + SIZE;
}

void turnOver(inout int grid[SIZE][SIZE]) {
  for (int row = 1; row < SIZE; row++) {
    for (int column = 0; column < row; column++) {
      int held = grid[row][column];
      grid[row][column] = grid[column][row];
      grid[column][row] = held;
    }
  }
}

void main() {
  int word = floatBitsToInt(gl_FragCoord.x) >> 10;
  int grid[SIZE][SIZE];
  scatter(grid, word);
  ivec2 before = sums(grid, floatBitsToInt(gl_FragCoord.y) >> 18);
  turnOver(grid);
  int path = pathSum(grid, word, before.x);
  colour = vec4(vec2(before) * 0.03125, float(path) / 25.0, 1.0);
}
