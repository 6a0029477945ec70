#version 450
// Haar transform of sixteen floats per workgroup, unnormalised with halves: every result is dyadic, so exact.
layout(local_size_x = 8) in;
layout(std430, set = 0, binding = 0) buffer Signal { float values[64]; };
layout(set = 0, binding = 1) uniform buf1 { float threshold; };

shared float line[16];

float soften(float detail) {
  if (detail > threshold) {
    return detail - threshold;
  }
  if (detail < -threshold) {
    return detail + threshold;
  }
  return 0.0;
}

void main() {
  uint lane = gl_LocalInvocationID.x;
  uint base = gl_WorkGroupID.x * 16u;
  line[lane] = values[base + lane];
  line[lane + 8u] = values[base + lane + 8u];
  barrier();
  for (uint half_ = 8u; half_ > 0u; half_ >>= 1u) {
    bool active_ = lane < half_;
    vec2 pair = vec2(0.0);
    if (active_) {
      pair = vec2(line[2u * lane], line[2u * lane + 1u]);
    }
    barrier();
    if (active_) {
      line[lane] = (pair.x + pair.y) * 0.5;
      line[half_ + lane] = soften((pair.x - pair.y) * 0.5);
    }
    barrier();
  }
  values[base + lane] = line[lane];
  values[base + lane + 8u] = line[lane + 8u];
}
