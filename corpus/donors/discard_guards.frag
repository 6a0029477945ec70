#version 450
// Functions that may discard: at once, after a loop, deep in a nest, and one that only its callee discards for.
layout(location = 0) out vec4 colour;

void keepInside(vec2 place, float border) {
  if (place.x < border || place.y < border) {
    discard;
  }
}

int countdown(int start, int forbidden) {
  int value = start;
  for (int i = 0; i < 10; i++) {
    if (value == forbidden) {
      discard;
    }
    value = (value & 1) == 0 ? value >> 1 : value * 3 + 1;
  }
  return value;
}

float nested(float value, bvec2 doors) {
  float result = value;
  if (doors.x) {
    if (doors.y) {
      for (int i = 0; i < 3; i++) {
        result *= 0.5;
        if (result < -1.0) {
          discard;
        }
      }
    } else {
      result += 1.0;
    }
  } else if (doors.y) {
    return -result;
  }
  return result;
}

vec4 guarded(vec4 shade, int key) {
  if (shade.a <= 0.0) {
    return vec4(0.0);
  }
  int left = countdown(key & 1023, 7);
  keepInside(shade.xy, -0.5);
  return left > 500 ? shade.bgra : shade;
}

void main() {
  vec2 place = gl_FragCoord.xy * 0.00390625;
  int key = floatBitsToInt(gl_FragCoord.x) >> 14;
  float level = nested(place.x, bvec2(place.y > 0.5, place.x > 0.25));
  colour = guarded(vec4(place, level, 1.0), key);
}
