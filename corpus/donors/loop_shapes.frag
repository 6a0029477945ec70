#version 450
// Loops of every shape: triangular, downward, do-while, nested with break and continue, with two exits.
layout(location = 0) out vec4 colour;

int triangle(int rows) {
  int sum = 0;
  for (int row = 0; row < 6; row++) {
    if (row > rows) {
      break;
    }
    for (int column = row; column >= 0; column--) {
      sum += row * column + 1;
    }
  }
  return sum;
}

int downAndUp(int start, int limit) {
  int value = start;
  int turns = 0;
  do {
    value -= 3;
    if (value < -100) {
      value += 77;
      turns++;
      continue;
    }
    value ^= 5;
  } while (value > limit && turns++ < 9);
  return value;
}

int spiral(int word) {
  int result = 0;
  for (int outer = 0; outer < 4; outer++) {
    int inner = 0;
    while (true) {
      inner++;
      if (inner > 5) {
        break;
      }
      if ((word & inner) == 0) {
        continue;
      }
      result += outer * inner;
      if (result > 60) {
        return -result;
      }
    }
    word = ~word;
  }
  return result;
}

int threeDeep(int a, int b) {
  int hits = 0;
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) {
      for (int k = 0; k < 3; k++) {
        if (i * a + j * b == k) {
          hits++;
        } else if (i == j && j == k) {
          hits--;
        }
      }
    }
  }
  return hits;
}

void main() {
  int x = floatBitsToInt(gl_FragCoord.x) >> 16;
  int y = floatBitsToInt(gl_FragCoord.y) >> 17;
  ivec4 results = ivec4(triangle(x & 7), downAndUp(x, y & 63), spiral(x ^ y), threeDeep(x & 3, y & 3));
  colour = vec4(vec3((results.xyz + results.w) & 255) * 0.00390625, 1.0);
}
