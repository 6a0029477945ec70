#version 450
// A ring buffer in a structure, with masked indices, a running average and a window maximum.
layout(location = 0) out vec4 colour;

struct Ring {
  float samples[8];
  uint head;
  uint count;
};

Ring emptyRing(float fill) {
  Ring ring;
  for (int i = 0; i < 8; i++) {
    ring.samples[i] = fill;
  }
  ring.head = 0u;
  ring.count = 0u;
  return ring;
}

bool append(inout Ring ring, float sample_) {
  bool full = ring.count >= 8u;
  ring.samples[ring.head & 7u] = sample_;
  ring.head++;
  if (!full) {
    ring.count++;
  }
  return full;
}

float latest(Ring ring, uint back) {
  if (back >= ring.count) {
    return 0.0;
  }
  return ring.samples[(ring.head - 1u - back) & 7u];
}

float windowMaximum(Ring ring, uint width, out uint at) {
  float best = -65536.0;
  at = 0u;
  for (uint back = 0u; back < min(width, 8u); back++) {
    float value = latest(ring, back);
    if (value > best) {
      best = value;
      at = back;
    }
  }
  return best;
}

float weighted(Ring ring) {
  float sum = 0.0;
  float weight = 0.5;
  uint back = 0u;
  while (back < 6u) {
    sum += latest(ring, back) * weight;
    weight *= 0.5;
    back++;
  }
  return sum;
}

void main() {
  Ring ring = emptyRing(0.25);
  float value = gl_FragCoord.x * 0.00390625;
  int overwritten = 0;
  for (int i = 0; i < 11; i++) {
    value = value > 0.5 ? value * 2.0 - 1.0 : value + gl_FragCoord.y * 0.001953125;
    overwritten += append(ring, value) ? 1 : 0;
  }
  uint at;
  float highest = windowMaximum(ring, 5u, at);
  colour = vec4(weighted(ring), highest, float(at) * 0.125, float(overwritten) * 0.25);
}
