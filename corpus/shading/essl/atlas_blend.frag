#version 300 es
// Two atlases of ground, blended by a mask with soft borders, by height, and by a fog of the distance.
precision highp float;
precision highp int;
precision highp sampler2D;

uniform sampler2D grass;
uniform sampler2D stone;
uniform sampler2D mask;
uniform vec4 fog;
out vec4 colour;

// An atlas has four tiles of eight by eight texels; places repeat within the tile.
vec2 inAtlas(ivec2 place, int tile) {
  ivec2 corner = ivec2(tile & 1, tile >> 1) * 8;
  return (vec2(corner + (place & 7)) + 0.5) / 16.0;
}

float blendFactor(float heightA, float heightB, float share) {
  float a = heightA + (1.0 - share);
  float b = heightB + share;
  float level = max(a, b) - 0.25;
  float keptA = max(a - level, 0.0);
  float keptB = max(b - level, 0.0);
  return keptB / (keptA + keptB);
}

void main() {
  ivec2 pixel = ivec2(gl_FragCoord.xy);
  ivec2 cell = pixel / 2;
  vec2 maskMiddle = (vec2(pixel / 4) + 0.5) / vec2(12.0, 20.0);
  float share = smoothstep(0.25, 0.75, texture(mask, maskMiddle).r);
  vec4 first = texture(grass, inAtlas(cell, (pixel.x / 16) & 3));
  vec4 second = texture(stone, inAtlas(cell + 3, (pixel.y / 16) & 3));
  float factor = blendFactor(first.a, second.a, share);
  vec3 ground = mix(first.rgb, second.rgb, factor);
  float away = float(pixel.y) / 64.0 + 0.25 * sin(float(pixel.x) * 0.1);
  float thickness = 1.0 - exp(-fog.a * max(away, 0.0));
  vec3 shade = mix(ground, fog.rgb, thickness);
  colour = vec4(pow(0.0625 + 0.9375 * shade, vec3(0.8)), 1.0);
}
