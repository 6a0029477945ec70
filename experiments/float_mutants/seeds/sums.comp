#version 450
layout(local_size_x = 16) in;
layout(std430, set = 0, binding = 0) buffer Values { float values[64]; };

// Each invocation leaves floats of its own, to the last bit where nothing may be rounded otherwise.
void main() {
  uint at = gl_LocalInvocationID.x;
  float x = float(at) * 0.37 + 0.1;
  precise float sum = x + 1024.0;
  precise float back = sum - x;
  values[at] = back - 1024.0;
  values[at + 16u] = mix(x, x * x, 0.25) - floor(-x);
  values[at + 32u] = clamp(x - 3.0, -0.5, 0.5) + fract(x - 4.0);
  values[at + 48u] = float(at / 2u) * 0.5 - (float(at) - 2.0);
}
