#version 450
// A machine whose program and tape are textures of integers; the texture says how long a program is.
layout(set = 0, binding = 0) uniform usampler2D code;
layout(set = 0, binding = 1) uniform isampler2D tape;
layout(set = 0, binding = 2) uniform buf2 { int start; };
layout(location = 0) out vec4 colour;

struct Machine {
  int sum;
  int at;
  int jumps;
};

void execute(inout Machine machine, uvec4 order, int row) {
  ivec4 cell = texelFetch(tape, ivec2(machine.at, row), 0);
  switch (int(order.x % 6u)) {
    case 0:
      machine.sum += cell.r;
      break;
    case 1:
      machine.sum -= cell.g * 3;
      break;
    case 2:
      machine.sum ^= cell.b << int(order.z & 3u);
      // falls through
    case 3:
      machine.at = (machine.at + cell.a) & 15;
      break;
    case 4:
      if (machine.sum > 400) {
        machine.sum >>= 1;
        break;
      }
      machine.sum = 3 * machine.sum + 1;
      break;
    default:
      machine.jumps++;
      machine.at = int(order.w & 15u);
  }
}

Machine run(ivec2 cell) {
  Machine machine = Machine(start + cell.x, cell.x & 15, 0);
  int row = cell.y & 15;
  int length = 6 + int(texelFetch(code, ivec2(0, row), 0).a & 7u);
  for (int counter = 1; counter <= length; counter++) {
    uvec4 order = texelFetch(code, ivec2(counter, row), 0);
    if (order.y == 100u) {
      break;
    }
    execute(machine, order, int((order.y + uint(cell.y)) & 15u));
  }
  return machine;
}

void main() {
  ivec2 cell = ivec2(gl_FragCoord.xy) >> 3;
  Machine machine = run(cell);
  int high = machine.sum < 0 ? 255 - (-machine.sum & 127) : machine.sum & 127;
  ivec3 shade = ivec3(high, machine.at * 16, (machine.jumps * 50 + (machine.sum >> 8)) & 255);
  colour = vec4(vec3(shade) / 255.0, 1.0);
}
