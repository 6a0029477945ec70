#version 450
// A grid over a landscape: heights are fetched for each vertex, turned by a matrix, and cut where they are too high.
layout(location = 0) in mat3 turn;
layout(location = 3) in vec2 offset;
layout(location = 4) in ivec2 cell;
layout(location = 6) in vec2 aberration_place;
layout(location = 0) flat out vec4 aberration_result;
layout(binding = 0) uniform sampler2D heights;
layout(binding = 1) uniform isampler2D materials;
layout(std140, binding = 2) uniform Limits { vec4 limits; };

float heightAt(ivec2 place) {
  return texelFetch(heights, place & 15, 0).r;
}

// Heights and offsets are whole 256ths and 64ths, and every sum of products of them is exact.
vec3 displaced(ivec2 place) {
  float height = heightAt(place);
  float slope = heightAt(place + ivec2(1, 0)) - heightAt(place - ivec2(1, 0));
  return vec3(offset.x, height, offset.y - slope);
}

int byteOf(float value) {
  return int(floor(value * 32.0)) & 255;
}

void main() {
  vec3 place = displaced(cell);
  vec3 turned = turn * place;
  int cuts = 0;
  for (int k = 0; k < 3; k++) {
    if (turned[k] > limits[k]) {
      turned[k] = limits[k] - 0.5 * turned[k];
      cuts++;
    } else if (turned[k] < -limits.w) {
      turned[k] = -turned[k];
    }
  }
  int material = texelFetch(materials, (cell + cuts) & 7, 0)[cuts & 3];
  ivec4 bytes = ivec4(byteOf(turned.x), byteOf(turned.y), byteOf(turned.z) ^ material, 85 * cuts);
  aberration_result = vec4(bytes & 255) / 255.0;
  gl_Position = vec4(aberration_place, 0.0, 1.0);
  gl_PointSize = 1.0;
}
