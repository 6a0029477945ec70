#version 450
// A cubic with dyadic coefficients, plotted with its sign changes; every float here is exact.
layout(set = 0, binding = 0) uniform buf0 { float coefficients[4]; };
layout(set = 0, binding = 1) uniform buf1 { vec2 resolution; };
layout(location = 0) out vec4 colour;

float evaluate(float x) {
  float value = coefficients[3];
  for (int i = 2; i >= 0; i--) {
    value = value * x + coefficients[i];
  }
  return value;
}

float slope(float x) {
  return (3.0 * coefficients[3] * x + 2.0 * coefficients[2]) * x + coefficients[1];
}

int signChanges(float from, float to, float step_) {
  int changes = 0;
  bool above = evaluate(from) > 0.0;
  for (float x = from; x < to; x += step_) {
    bool now = evaluate(x) > 0.0;
    if (now == above) {
      continue;
    }
    changes++;
    above = now;
  }
  return changes;
}

int level(float value) {
  int result = 0;
  float limit = 0.0625;
  while (value > limit) {
    limit *= 2.0;
    result++;
    if (result >= 12) {
      break;
    }
  }
  return result;
}

void main() {
  vec2 point = (floor(gl_FragCoord.xy) - resolution * 0.5) * 0.03125;
  float height = evaluate(point.x);
  float gap = point.y - height;
  int bands = level(abs(gap));
  int roots = signChanges(-4.0, point.x, 0.25);
  if (bands == 0) {
    colour = vec4(1.0);
    return;
  }
  bool rising = slope(point.x) > 0.0;
  vec3 shade = gap > 0.0 ? vec3(20.0, float(bands * 20), float(roots * 60)) : vec3(float(bands * 20), float(roots * 60), 20.0);
  colour = vec4((rising ? shade : shade.yxz) / 255.0, 1.0);
}
