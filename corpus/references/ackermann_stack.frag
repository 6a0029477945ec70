#version 450
// Ackermann's function without recursion: an explicit stack, a bound on its depth and on the number of steps.
layout(set = 0, binding = 0) uniform buf0 { int stepLimit; };
layout(set = 0, binding = 1) uniform buf1 { int blockSize; };
layout(location = 0) out vec4 colour;

const int DEPTH = 16;

struct Outcome {
  int value;
  int steps;
  int deepest;
  bool complete;
};

Outcome ackermann(int m, int n) {
  int stack[DEPTH];
  for (int i = 0; i < DEPTH; i++) {
    stack[i] = 0;
  }
  int top = 1;
  stack[0] = m;
  Outcome outcome = Outcome(n, 0, 1, false);
  while (outcome.steps < stepLimit) {
    if (top == 0) {
      outcome.complete = true;
      return outcome;
    }
    outcome.steps++;
    top--;
    int level = stack[top];
    if (level == 0) {
      outcome.value++;
    } else if (outcome.value == 0) {
      stack[top++] = level - 1;
      outcome.value = 1;
    } else {
      if (top + 2 > DEPTH) {
        break;
      }
      stack[top++] = level - 1;
      stack[top++] = level;
      outcome.value--;
    }
    outcome.deepest = max(outcome.deepest, top);
  }
  return outcome;
}

void main() {
  ivec2 cell = ivec2(gl_FragCoord.xy) / blockSize;
  Outcome outcome = ackermann(cell.y & 3, cell.x & 7);
  int across = (cell.x >> 3) * 40;
  if (!outcome.complete) {
    colour = vec4(1.0, float(outcome.value * 10) / 255.0, float(across + outcome.deepest * 4) / 255.0, 1.0);
    return;
  }
  ivec3 shade = ivec3(outcome.steps * 2, outcome.value * 12, across + outcome.deepest * 5);
  colour = vec4(vec3(shade & 255) / 255.0, 1.0);
}
