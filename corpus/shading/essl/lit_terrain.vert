#version 310 es
// A terrain lit for each vertex: a normal from fetched heights, lamps in a table, fog by the distance to the eye.
precision highp sampler2D;

layout(location = 0) in vec2 corner;
layout(location = 1) in mat3 view;
layout(location = 4) in uint texelNumber;
layout(location = 5) in vec2 aberration_place;
layout(location = 0) flat out vec4 aberration_result;

uniform sampler2D heights;
uniform vec4 lamps[2];
uniform float fogDensity;

const int SIDE = 16;

ivec2 texelPlace() {
  int number = int(texelNumber);
  return ivec2(number % SIDE, number / SIDE % SIDE);
}

float heightAt(ivec2 place) {
  return texelFetch(heights, (place + SIDE) % SIDE, 0).g;
}

vec3 normalAt(ivec2 place) {
  float across = heightAt(place + ivec2(1, 0)) - heightAt(place + ivec2(-1, 0));
  float down = heightAt(place + ivec2(0, 1)) - heightAt(place + ivec2(0, -1));
  return normalize(vec3(-across, 1.0, -down));
}

float lampOn(vec4 lamp, vec3 place, vec3 normal) {
  vec3 way = lamp.xyz - place;
  float facing = max(dot(normal, normalize(way)), 0.0);
  return lamp.w * pow(0.125 + 0.875 * facing, 2.5) / (1.0 + 0.125 * dot(way, way));
}

void main() {
  ivec2 at = texelPlace();
  vec3 place = vec3(corner.x, heightAt(at), corner.y);
  vec3 normal = normalAt(at);
  float light = 0.1;
  for (int k = 0; k < 2; k++) {
    light += lampOn(lamps[k], place, normal);
  }
  vec3 seen = view * place;
  float fog = 1.0 - exp(-fogDensity * length(seen + vec3(0.0, 0.0, 8.0)));
  vec3 shade = mix(vec3(light, 0.75 * light, 0.5 * place.y), vec3(0.625, 0.75, 0.875), fog);
  aberration_result = vec4(shade / (0.25 + shade), 1.0);
  gl_Position = vec4(aberration_place, 0.0, 1.0);
  gl_PointSize = 1.0;
}
