#version 450
// Connected components of an 8x8 bitmap per workgroup: labels flow to smaller ones until none changes.
layout(local_size_x = 8, local_size_y = 8) in;
layout(std430, set = 0, binding = 0) readonly buffer Bitmaps { uint rows[16]; };
layout(std430, set = 0, binding = 1) writeonly buffer Labels { uint labels[128]; };
layout(std430, set = 0, binding = 2) writeonly buffer Rounds { uint rounds[2]; };

const uint NONE = 255u;
shared uint held[64];
shared uint changes;

uint lowest(uvec2 place, uint own) {
  uint best = own;
  if (place.x > 0u) {
    best = min(best, held[place.y * 8u + place.x - 1u]);
  }
  if (place.x < 7u) {
    best = min(best, held[place.y * 8u + place.x + 1u]);
  }
  if (place.y > 0u) {
    best = min(best, held[place.y * 8u + place.x - 8u]);
  }
  if (place.y < 7u) {
    best = min(best, held[place.y * 8u + place.x + 8u]);
  }
  return best;
}

void main() {
  uvec2 place = gl_LocalInvocationID.xy;
  uint index = gl_LocalInvocationIndex;
  bool isSet = ((rows[gl_WorkGroupID.x * 8u + place.y] >> place.x) & 1u) != 0u;
  held[index] = isSet ? index : NONE;
  uint round = 0u;
  while (round < 64u) {
    if (index == 0u) {
      changes = 0u;
    }
    barrier();
    uint own = held[index];
    uint best = isSet ? lowest(place, own) : own;
    barrier();
    if (best != own) {
      held[index] = best;
      atomicOr(changes, 1u << place.y);
    }
    barrier();
    uint seen = changes;
    barrier();
    round++;
    if (seen == 0u) {
      break;
    }
  }
  labels[gl_WorkGroupID.x * 64u + index] = held[index];
  if (index == 63u) {
    rounds[gl_WorkGroupID.x] = round;
  }
}
