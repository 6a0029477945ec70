#version 300 es
// Colours graded by a table in three dimensions, as in films: eight texels and three mixes for each pixel.
precision highp float;
precision highp int;
precision highp sampler2D;
precision highp sampler3D;

uniform sampler2D picture;
uniform sampler3D table;
uniform float strength;
out vec4 colour;

const int SIDE = 5;

vec3 entry(ivec3 place) {
  ivec3 inside = min(place, SIDE - 1);
  vec3 middle = (vec3(inside) + 0.5) / float(SIDE);
  return textureLod(table, middle, 0.0).rgb;
}

vec3 edge(ivec3 place, float part) {
  return mix(entry(place), entry(place + ivec3(1, 0, 0)), part);
}

vec3 graded(ivec3 levels) {
  // Levels go from 0 to 256, and 64 of them from one entry to the next.
  ivec3 low = levels >> 6;
  vec3 part = vec3(levels & 63) / 64.0;
  vec3 sides[2];
  for (int z = 0; z < 2; z++) {
    vec3 near = edge(low + ivec3(0, 0, z), part.x);
    vec3 far = edge(low + ivec3(0, 1, z), part.x);
    sides[z] = mix(near, far, part.y);
  }
  return mix(sides[0], sides[1], part.z);
}

void main() {
  ivec2 pixel = ivec2(gl_FragCoord.xy);
  vec4 texel = textureLod(picture, (vec2(pixel) + 0.5) / 32.0, 0.0);
  vec3 found = graded(ivec3(texel.rgb * 256.0));
  ivec2 apart = pixel - 16;
  float vignette = inversesqrt(1.0 + 0.004 * float(apart.x * apart.x + apart.y * apart.y));
  vec3 shade = mix(texel.rgb, found, strength) * vignette;
  colour = vec4(shade / (0.75 + 0.5 * shade), 1.0);
}
