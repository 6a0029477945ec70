#version 450
// Whole numbers of a vertex unpacked: fields of bits, a delta code along a strip, a checksum of what came.
layout(location = 0) in uvec3 words;
layout(location = 1) in ivec2 base;
layout(location = 2) in int shape;
layout(location = 3) in uint material;
layout(location = 5) in vec2 aberration_place;
layout(location = 0) flat out vec4 aberration_result;
layout(std140, binding = 0) uniform Code { ivec4 deltas; };

struct Corner {
  ivec2 place;
  int layer;
};

int signedField(uint word, int first) {
  return bitfieldExtract(int(word), first, 4);
}

Corner unpack(uint word) {
  Corner corner = Corner(base, 0);
  corner.place += ivec2(signedField(word, 0), signedField(word, 4));
  corner.layer = int(bitfieldExtract(word, 5, 3));
  return corner;
}

Corner alongStrip(Corner corner, int count) {
  for (int k = 0; k < count; k++) {
    int delta = deltas[(corner.layer + k) & 3];
    corner.place = (k & 1) == 0 ? corner.place + ivec2(delta, 1) : corner.place.yx - delta;
    if (corner.place.x > 300) {
      corner.layer++;
      break;
    }
  }
  return corner;
}

uint checksum(Corner corner) {
  uint sum = 2166136261u;
  uint parts[4] = uint[](uint(corner.place.x), uint(corner.place.y), uint(corner.layer), material);
  for (int k = 0; k < 4; k++) {
    sum = (sum ^ parts[k]) * 16777619u;
  }
  return sum ^ sum >> 15;
}

void main() {
  Corner corner = unpack(words.x);
  switch (shape & 3) {
    case 0:
      corner = alongStrip(corner, 3 + int(words.y & 3u));
      break;
    case 1:
      corner.place *= signedField(words.z, 2);
      // falls through
    case 2:
      corner = alongStrip(corner, 2);
      break;
    default:
      corner.layer = bitCount(words.y) + findMSB(words.z | 1u);
  }
  uint sum = checksum(corner);
  uvec4 bytes = uvec4(sum, sum >> 8u, uint(corner.layer) * 32u, uint(corner.place.x)) & 255u;
  aberration_result = vec4(bytes) / 255.0;
  gl_Position = vec4(aberration_place, 0.0, 1.0);
  gl_PointSize = 1.0;
}
