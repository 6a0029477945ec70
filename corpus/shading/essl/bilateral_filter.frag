#version 300 es
// A filter that smooths and keeps edges: each neighbour counts by its distance and by how much it differs.
precision highp float;
precision highp int;
precision highp sampler2D;

uniform sampler2D image;
uniform vec2 falloff;
out vec4 colour;

const int RADIUS = 1;
const vec3 LUMA = vec3(0.299, 0.587, 0.114);

struct Average {
  vec3 sum;
  float weight;
};

vec3 texelAt(ivec2 place) {
  ivec2 last = textureSize(image, 0) - 1;
  return texelFetch(image, clamp(place, ivec2(0), last), 0).rgb;
}

float weightOf(ivec2 offset, vec3 one, vec3 other) {
  vec3 apart = one - other;
  float distance2 = float(offset.x * offset.x + offset.y * offset.y);
  return exp(-distance2 * falloff.x - dot(apart, apart) * falloff.y);
}

void include(inout Average average, vec3 texel, float weight) {
  average.sum += texel * weight;
  average.weight += weight;
}

void main() {
  ivec2 place = ivec2(gl_FragCoord.xy);
  vec3 middle = texelAt(place);
  Average average = Average(vec3(0.0), 0.0);
  for (int y = -RADIUS; y <= RADIUS; y++) {
    for (int x = -RADIUS; x <= RADIUS; x++) {
      ivec2 offset = ivec2(x, y);
      vec3 texel = texelAt(place + offset);
      include(average, texel, weightOf(offset, middle, texel));
    }
  }
  vec3 smoothed = average.sum / average.weight;
  float contrast = abs(dot(LUMA, middle) - dot(LUMA, smoothed));
  vec3 shade = mix(smoothed, sqrt(smoothed), 0.5 * contrast);
  colour = vec4(shade, 1.0);
}
