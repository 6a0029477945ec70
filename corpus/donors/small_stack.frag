#version 450
// A stack machine: struct with an array, inout parameter, switch inside a loop.
layout(location = 0) out vec4 colour;

struct Stack {
  int cells[8];
  int top;
};

void push(inout Stack stack, int value) {
  if (stack.top >= 8) {
    return;
  }
  stack.cells[stack.top] = value;
  stack.top++;
}

int pop(inout Stack stack) {
  if (stack.top <= 0) {
    return 0;
  }
  stack.top--;
  return stack.cells[stack.top];
}

void addTopTwo(inout Stack stack) {
  int right = pop(stack);
  int left = pop(stack);
  push(stack, left + right);
}

int evaluate(int program, int argument) {
  Stack stack;
  for (int i = 0; i < 8; i++) {
    stack.cells[i] = 0;
  }
  stack.top = 0;
  int held = 0;
  push(stack, argument);
  for (int pc = 0; pc < 8; pc++) {
    int opcode = program & 3;
    program >>= 2;
    switch (opcode) {
      case 0:
        push(stack, argument + pc);
        break;
      case 1:
        addTopTwo(stack);
        break;
      case 2:
        held = pop(stack);
        push(stack, held ^ argument);
        // falls through
      default:
        push(stack, pc);
    }
  }
  int top = pop(stack);
  return top - pop(stack);
}

void main() {
  int a = floatBitsToInt(gl_FragCoord.x);
  int b = floatBitsToInt(gl_FragCoord.y);
  int result = evaluate(a >> 5, b >> 7);
  colour = vec4(float(result & 255) / 255.0, float((result >> 8) & 255) / 255.0, 0.25, 1.0);
}
