#version 100
// Morph targets in the first version of the language: shares of three shapes, and a light on what comes out.
attribute vec3 neutral;
attribute vec3 smiling;
attribute vec3 frowning;
attribute vec2 mood;
attribute mat2 squash;
attribute vec2 aberration_place;
varying vec4 aberration_result;

uniform vec3 lamp;
uniform float ambient;

vec3 shares(vec2 given) {
  vec2 positive = given * given + 0.0625;
  float rest = 1.0;
  return vec3(positive, rest) / (positive.x + positive.y + rest);
}

vec3 morphed(vec3 share) {
  vec3 shape = share.x * smiling + share.y * frowning + share.z * neutral;
  vec2 pressed = squash * shape.xy;
  return vec3(mix(shape.xy, pressed, 0.25), shape.z);
}

float lightOn(vec3 place) {
  vec3 way = lamp - place;
  float light = 0.0;
  for (int k = 1; k <= 3; ++k) {
    float reach = 1.0 + float(k) * dot(way, way) * 0.25;
    light += inversesqrt(reach) / float(k);
  }
  return light;
}

void main() {
  vec3 share = shares(mood);
  vec3 place = morphed(share);
  float light = ambient + lightOn(place) * 0.5;
  vec3 skin = vec3(0.875, 0.625, 0.5) + 0.125 * share;
  vec3 shade = skin * light;
  aberration_result = vec4(shade / (0.5 + shade), clamp(0.5 + 0.125 * place.z, 0.0, 1.0));
  gl_Position = vec4(aberration_place, 0.0, 1.0);
  gl_PointSize = 1.0;
}
