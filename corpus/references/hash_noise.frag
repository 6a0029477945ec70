#version 450
// Value noise in integers: hashed lattice values, smooth weights in sixteenths, four octaves.
layout(set = 0, binding = 0) uniform buf0 { uint seed; };
layout(set = 0, binding = 1) uniform buf1 { int octaves; };
layout(location = 0) out vec4 colour;

uint hash(uvec2 p) {
  uint h = seed ^ (p.x * 0x9e3779b1u);
  h = (h ^ (h >> 15u)) * 0x85ebca77u;
  h ^= p.y * 0xc2b2ae3du;
  h = (h ^ (h >> 13u)) * 0x27d4eb2fu;
  return h ^ (h >> 16u);
}

int lattice(ivec2 cell) {
  return int(hash(uvec2(cell)) & 255u);
}

int smoothWeight(int t) {
  return (t * t * (48 - 2 * t)) >> 8;
}

int blend(int a, int b, int weight) {
  return (a * (16 - weight) + b * weight) >> 4;
}

int noise(ivec2 p, int shift) {
  ivec2 cell = p >> shift;
  ivec2 inner = ((p - (cell << shift)) << 4) >> shift;
  int wx = smoothWeight(inner.x);
  int wy = smoothWeight(inner.y);
  int low = blend(lattice(cell), lattice(cell + ivec2(1, 0)), wx);
  int high = blend(lattice(cell + ivec2(0, 1)), lattice(cell + ivec2(1, 1)), wx);
  return blend(low, high, wy);
}

ivec3 terrain(int height) {
  if (height < 90) {
    return ivec3(10, height, 128 + height);
  }
  if (height < 150) {
    return ivec3(height - 40, 255 - height, 40);
  }
  return ivec3(height, height, min(255, height + 20));
}

void main() {
  ivec2 pixel = ivec2(gl_FragCoord.xy);
  int sum = 0;
  int weight = 0;
  for (int octave = 0; octave < octaves; octave++) {
    int amplitude = 1 << (octaves - 1 - octave);
    sum += noise(pixel + ivec2(17 * octave), 6 - octave) * amplitude;
    weight += amplitude;
  }
  int height = sum / weight;
  colour = vec4(vec3(terrain(height)) / 255.0, 1.0);
}
