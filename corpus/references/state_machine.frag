#version 450
// A small machine walks over a tape given as a uniform array; its switch has plain cases, fall-through and a default.
layout(set = 0, binding = 0) uniform buf0 { int tape[6]; };
layout(set = 0, binding = 1) uniform buf1 { float gain; };
layout(location = 0) out vec4 colour;

const int START = 0;
const int DOUBLE = 1;
const int ADD = 2;
const int FLIP = 3;
const int HALT = 7;

struct Machine {
  int state;
  int accumulator;
  int carry;
  bool halted;
};

void step_(inout Machine m, int symbol) {
  switch (m.state) {
    case START:
      m.accumulator += symbol;
      m.state = (symbol & 1) == 1 ? DOUBLE : ADD;
      break;
    case DOUBLE:
      m.accumulator = (m.accumulator * 2) & 1023;
      // falls through: doubling is followed by an addition
    case ADD:
      m.accumulator += symbol;
      m.carry = m.accumulator >> 8;
      m.state = m.carry > 1 ? FLIP : symbol & 3;
      break;
    case FLIP:
      m.accumulator ^= 0xff;
      m.state = m.accumulator > 700 ? HALT : START;
      break;
    case HALT:
      m.halted = true;
      return;
    default:
      m.state = START;
  }
}

int run(ivec2 pixel, out int steps) {
  Machine m = Machine(pixel.x & 3, pixel.y, 0, false);
  steps = 0;
  for (int i = 0; i < 24; i++) {
    step_(m, tape[(i + pixel.x / 16) % 6] + (pixel.x & 15));
    if (m.halted) {
      break;
    }
    steps = i;
  }
  return m.accumulator + m.carry * 4;
}

void main() {
  int steps;
  int result = run(ivec2(gl_FragCoord.xy), steps);
  vec3 shade = vec3(float(result & 255), float((result >> 2) & 255), float(steps * 10)) / 255.0;
  colour = vec4(shade * gain, 1.0);
}
