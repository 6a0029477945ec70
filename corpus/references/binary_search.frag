#version 450
// Lower and upper bound in a sorted table with repeated entries, and integer interpolation between neighbours.
layout(set = 0, binding = 0) uniform buf0 { int stride; };
layout(location = 0) out vec4 colour;

const int SIZE = 24;
int table[SIZE];

void build(int step_) {
  int value = 3;
  for (int i = 0; i < SIZE; i++) {
    table[i] = value;
    if (i % 3 != 1) {
      value += step_ + (i & 3);
    }
  }
}

int lowerBound(int key) {
  int first = 0;
  int count = SIZE;
  while (count > 0) {
    int half_ = count >> 1;
    if (table[first + half_] < key) {
      first += half_ + 1;
      count -= half_ + 1;
    } else {
      count = half_;
    }
  }
  return first;
}

int upperBound(int key) {
  int low = -1;
  int high = SIZE;
  do {
    int middle = (low + high) >> 1;
    if (middle >= 0 && table[middle] <= key) {
      low = middle;
    } else {
      high = middle < 0 ? 0 : middle;
    }
  } while (high - low > 1);
  return high;
}

int interpolate(int key, int at) {
  if (at == 0) {
    return 0;
  }
  if (at >= SIZE) {
    return 255;
  }
  int span = table[at] - table[at - 1];
  if (span == 0) {
    return at * 10;
  }
  return at * 10 + ((key - table[at - 1]) * 10) / span;
}

void main() {
  ivec2 pixel = ivec2(gl_FragCoord.xy);
  build(stride + (pixel.y >> 5));
  int key = pixel.x;
  int low = lowerBound(key);
  int high = upperBound(key);
  int level = interpolate(key, low);
  float present = high > low ? 1.0 : 0.0;
  colour = vec4(float(level) / 255.0, float((high - low) * 100 + (pixel.y & 31)) / 255.0, float(low * 10) / 255.0, 1.0);
  if (present > 0.0) {
    colour.b = 1.0;
  }
}
