#version 450
// A chain of small functions, each calling the next; out parameters handed through, global state touched on the way.
layout(location = 0) out vec4 colour;

int visits = 0;
vec3 trail = vec3(0.25, 0.5, 0.75);

int leaf(int a) {
  visits++;
  return a ^ 0x55;
}

int pairOf(int a, int b) {
  if (a > b) {
    return leaf(a - b);
  }
  return leaf(b) + leaf(a);
}

void divide(int whole, out int low, out int high) {
  low = pairOf(whole & 0xff, 16);
  high = pairOf(whole >> 8, low);
  if (high < 0) {
    high = ~high;
    trail = trail.yzx;
  }
}

ivec3 triple(int seed) {
  int low;
  int high;
  divide(seed, low, high);
  int lower;
  divide(high, lower, high);
  return ivec3(low, lower, high);
}

float gather(int seed, float weight) {
  ivec3 parts = triple(seed);
  float sum = 0.0;
  for (int i = 0; i < 3; i++) {
    if ((parts[i] & 1) == 1) {
      sum += trail[i] * weight;
    } else {
      trail[i] *= 0.5;
    }
  }
  return sum;
}

bool settled(int rounds, inout float level) {
  int round_ = 0;
  while (round_ < rounds) {
    float next = gather(rounds * 37 + round_, 0.5);
    if (next == level) {
      return true;
    }
    level = next;
    round_++;
    if (round_ > 7) {
      break;
    }
  }
  return visits > 12;
}

void main() {
  float level = gl_FragCoord.x * 0.00390625;
  bool done = settled((floatBitsToInt(gl_FragCoord.y) >> 17) & 7, level);
  colour = vec4(trail * level, done ? 1.0 : float(visits & 15) / 15.0);
}
