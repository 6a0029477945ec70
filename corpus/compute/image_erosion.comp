#version 450
// Erodes and dilates a picture of 16x16 heights in place: rounds of minima and maxima of neighbours.
layout(local_size_x = 16, local_size_y = 16) in;
layout(set = 0, binding = 0, r32ui) coherent uniform uimage2D heights;
layout(set = 0, binding = 1, r32i) coherent writeonly uniform iimage2D slopes;
layout(set = 0, binding = 2) uniform buf_rounds { int rounds; };

uint heightAt(ivec2 place) {
  return imageLoad(heights, clamp(place, ivec2(0), imageSize(heights) - 1)).x;
}

uint lowest(ivec2 place) {
  uint found = heightAt(place);
  for (int side = -1; side <= 1; side += 2) {
    found = min(found, heightAt(place + ivec2(side, 0)));
    found = min(found, heightAt(place + ivec2(0, side)));
  }
  return found;
}

uint highest(ivec2 place) {
  uint found = heightAt(place);
  for (int dy = -1; dy <= 1; dy++) {
    for (int dx = -1; dx <= 1; dx++) {
      found = max(found, heightAt(place + ivec2(dx, dy)));
    }
  }
  return found;
}

void main() {
  ivec2 at = ivec2(gl_LocalInvocationID.xy);
  uint first = heightAt(at);
  for (int k = 0; k < min(rounds, 6); k++) {
    uint made = (k & 1) == 0 ? lowest(at) : highest(at);
    memoryBarrierImage();
    barrier();
    imageStore(heights, at, uvec4(made + uint(k), 7u, 7u, 7u));
    memoryBarrierImage();
    barrier();
  }
  int across = int(heightAt(at + ivec2(1, 0))) - int(heightAt(at));
  int down = int(heightAt(at + ivec2(0, 1))) - int(heightAt(at));
  imageStore(slopes, at, ivec4(across * 1000 + down * 10 + (first > 200u ? 1 : 0)));
}
