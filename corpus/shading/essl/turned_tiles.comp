#version 310 es
// Turns each layer of an array of tiles by a quarter more than the one before.
precision highp float;
precision highp int;
layout(local_size_x = 4, local_size_y = 4, local_size_z = 1) in;
layout(binding = 0, rgba32ui) readonly uniform highp uimage2DArray tiles;
layout(binding = 1, rgba32ui) writeonly uniform highp uimage2DArray turned;
layout(binding = 2, r32f) uniform highp image2D weights;

ivec2 quarter(ivec2 place, int side) {
  return ivec2(side - 1 - place.y, place.x);
}

void main() {
  ivec2 at = ivec2(gl_GlobalInvocationID.xy);
  ivec3 size = imageSize(tiles);
  float sum = imageLoad(weights, at).x;
  for (int layer = 0; layer < size.z; layer++) {
    ivec2 place = at;
    for (int turn = 0; turn < layer; turn++) {
      place = quarter(place, size.x);
    }
    uvec4 texel = imageLoad(tiles, ivec3(at, layer));
    imageStore(turned, ivec3(place, layer), texel.yzwx ^ uvec4(uint(layer) * 5u));
    sum += float(texel.x & 255u) * 0.25;
  }
  imageStore(weights, at, vec4(sum, 0.0, 0.0, 1.0));
}
