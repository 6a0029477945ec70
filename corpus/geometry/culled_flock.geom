#version 330
// A flock of birds: those behind the viewer are left out, the others are drawn by their distance and heading.
layout(points) in;
layout(points, max_vertices = 2) out;
in vec2 aberration_place[];
in vec3 home[];
in vec2 speed[];
flat in int kind[];
flat out vec4 aberration_result;
uniform int ticks;
uniform ivec4 wind;

const int SHY = 2;
ivec3 at;

// In sixty-fourths, so that it is exact where a bird is.
bool walk(int steps) {
  at = ivec3(home[0] * 64.0);
  ivec2 way = ivec2(speed[0] * 8.0);
  for (int step = 0; step < steps; step++) {
    at.xy += way;
    if (abs(at.x) > 128) way.x = -way.x;
    if (abs(at.y) > 128) {
      way.y = -way.y;
      at.z -= 16;
    }
    way += step % 2 == 0 ? wind.xy : wind.zw;
    if (at.z < -112) return false;
  }
  return true;
}

void draw(vec3 colour, float alpha) {
  gl_Position = vec4(aberration_place[0], 0.0, 1.0);
  aberration_result = vec4(colour, alpha);
  EmitVertex();
  EndPrimitive();
}

void main() {
  int steps = clamp(ticks, 1, 9) + kind[0] % 5;
  if (!walk(steps)) return;
  // A shadow first, which the bird itself covers.
  if (kind[0] % 3 != SHY) draw(vec3(0.125), 0.5);
  if (at.z > 32) return;
  draw(vec3(at & 255) / 256.0, float(15 - steps) / 16.0);
}
