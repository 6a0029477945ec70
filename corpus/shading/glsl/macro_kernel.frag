#version 450
// A kernel put together by the preprocessor.
#define SIZE 3
#define HALF (SIZE / 2)
#define WEIGHT(dx, dy) ((dx) == 0 && (dy) == 0 ? 4.0 : (dx) * (dy) == 0 ? 2.0 : 1.0)
#define FOR(i) for (int i = -HALF; i <= HALF; i++)
#define JOIN(a, b) a##b
#if SIZE > 3 || defined(GL_ES)
#error expected a small kernel
#elif __VERSION__ >= 450
#define SHADE JOIN(sha, de)
#else
#define SHADE 0.0
#endif

layout(binding = 0) uniform Weights { vec3 buf0; };
layout(location = 0) out vec4 colour;

float field(ivec2 p) {
  return float((p.x * p.x + p.y * 3) & 63) * buf0.x + float(p.x & 7) * buf0.y;
}

void main() {
  ivec2 p = ivec2(gl_FragCoord.xy);
  float sum = 0.0;
  FOR(dx) {
    FOR(dy) {
      sum += WEIGHT(dx, dy) * field(p + ivec2(dx, dy));
    }
  }
  float shade = floor(sum * buf0.z / 16.0);
  colour = vec4(SHADE / 255.0, field(p) / 64.0, float(__LINE__ & 1), 1.0);
}
