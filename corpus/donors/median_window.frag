#version 450
// Medians and order statistics of small windows by exchanges of minimum and maximum; float arrays and vectors.
layout(location = 0) out vec4 colour;

void order(inout float a, inout float b) {
  float low = min(a, b);
  b = max(a, b);
  a = low;
}

float medianOfThree(float a, float b, float c) {
  if (a < b) {
    return b < c ? b : max(a, c);
  }
  return a < c ? a : max(b, c);
}

float medianOfFive(float window[5]) {
  order(window[0], window[1]);
  order(window[3], window[4]);
  order(window[0], window[3]);
  order(window[1], window[4]);
  order(window[1], window[2]);
  order(window[2], window[3]);
  order(window[1], window[2]);
  return window[2];
}

vec4 sorted(vec4 v, bool falling) {
  for (int pass_ = 0; pass_ < 3; pass_++) {
    bool changed = false;
    for (int i = 0; i < 3; i++) {
      if (v[i] > v[i + 1]) {
        v = i == 0 ? v.yxzw : (i == 1 ? v.xzyw : v.xywz);
        changed = true;
      }
    }
    if (!changed) {
      break;
    }
  }
  return falling ? v.wzyx : v;
}

int rankIn(vec4 v, float value) {
  ivec4 below = ivec4(lessThan(v, vec4(value)));
  return below.x + below.y + below.z + below.w;
}

float smoothed(float window[5], int center) {
  int at = clamp(center, 1, 3);
  float middle = medianOfThree(window[at - 1], window[at], window[at + 1]);
  return middle * 0.5 + medianOfFive(window) * 0.5;
}

void main() {
  vec2 place = gl_FragCoord.xy * 0.00390625;
  float window[5] = float[5](place.x, 0.5, place.y, 1.0 - place.x, place.x * place.y);
  vec4 ranks = sorted(vec4(window[4], window[2], window[0], 0.375), place.y > 0.5);
  int rank = rankIn(ranks, place.x);
  colour = vec4(smoothed(window, rank), ranks.y, ranks.z, float(rank + 1) * 0.2);
}
