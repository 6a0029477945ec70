#version 450
// Sorts the voxels of a picture with four channels into a table of tallies, by their two largest
// channels; keeps the brightest of each, and which of them were seen.
layout(local_size_x = 4, local_size_y = 4, local_size_z = 2) in;
layout(set = 0, binding = 0, rgba32f) readonly uniform image3D voxels;
layout(set = 0, binding = 1, r32ui) uniform uimage2D tallies;
layout(set = 0, binding = 2, r32i) uniform iimage2D brightest;
layout(set = 0, binding = 3, r32ui) uniform uimage2DArray seen;
layout(set = 0, binding = 4, rgba32f) writeonly uniform image3D halved;

int largest(vec4 value, int without) {
  int found = without == 0 ? 1 : 0;
  for (int k = 0; k < 4; k++) {
    if (k != without && value[k] > value[found]) {
      found = k;
    }
  }
  return found;
}

void main() {
  ivec3 at = ivec3(gl_GlobalInvocationID);
  ivec3 size = imageSize(voxels);
  if (any(greaterThanEqual(at, size))) {
    return;
  }
  vec4 value = imageLoad(voxels, at);
  int first = largest(value, -1);
  ivec2 cell = ivec2(first, largest(value, first));
  imageAtomicAdd(tallies, cell, 1u);
  imageAtomicMax(brightest, cell, int(value[first] * 16.0));
  uint bit = uint(at.x + size.x * at.y) & 31u;
  imageAtomicOr(seen, ivec3(cell, at.z & 1), 1u << bit);
  imageStore(halved, at, vec4(value.wzy * 0.5, value.x + float(first)));
}
