#version 450
// Interfering waves: the only reference with sine and cosine; they reach the colour alone, never a branch.
layout(set = 0, binding = 0) uniform buf0 { float amplitude; };
layout(set = 0, binding = 1) uniform buf1 { vec2 resolution; };
layout(set = 0, binding = 2) uniform buf2 { vec4 sources[3]; };
layout(location = 0) out vec4 colour;

struct Wave {
  vec2 origin;
  float rate;
  float share;
};

Wave waveOf(int index) {
  vec4 source = sources[index];
  return Wave(source.xy, source.z, source.w);
}

float height(Wave wave, vec2 place) {
  vec2 offset = place - wave.origin;
  float distance2 = dot(offset, offset);
  return sin(distance2 * wave.rate) * wave.share;
}

vec3 blend(float level) {
  vec3 deep = vec3(0.0625, 0.125, 0.5);
  vec3 bright = vec3(0.875, 0.9375, 0.75);
  return mix(deep, bright, clamp(level * 0.5 + 0.5, 0.0, 1.0));
}

void main() {
  vec2 place = gl_FragCoord.xy / resolution;
  float sum = 0.0;
  int active_ = 0;
  for (int i = 0; i < 3; i++) {
    Wave wave = waveOf(i);
    if (place.x < wave.origin.x * 0.25) {
      continue;
    }
    sum += height(wave, place);
    active_++;
  }
  vec3 shade = blend(sum * amplitude);
  float shadow = cos(place.y * 3.0) * 0.125 + 0.875;
  if (active_ == 3) {
    colour = vec4(shade * shadow, 1.0);
  } else {
    colour = vec4(shade.zyx * shadow, 1.0);
  }
}
