#version 450
// Blades of grass in the wind: octaves of waves bend them, the higher the more, and bent ones turn lighter.
layout(location = 0) in vec3 root;
layout(location = 1) in float height;
layout(location = 2) in vec4 tint;
layout(location = 3) in uint kind;
layout(location = 4) in vec2 aberration_place;
layout(location = 0) flat out vec4 aberration_result;
layout(std140, binding = 0) uniform Wind { vec4 wind; };
layout(std140, binding = 1) uniform Gusts { vec4 gusts[3]; };

vec2 bendOf(vec2 place, float stiffness) {
  vec2 bend = vec2(0.0);
  float strength = 1.0;
  int octaves = 1 + int(kind % 3u);
  for (int k = 0; k < octaves; k++) {
    vec4 gust = gusts[k];
    float phase = dot(place, gust.xy) + wind.w * gust.z;
    bend += strength * vec2(sin(phase), cos(phase)) * gust.w;
    strength *= exp(-stiffness);
  }
  return bend;
}

vec3 swayed(vec3 at, vec2 bend) {
  float share = height * height * 0.25;
  vec3 top = at + vec3(bend.x, 0.0, bend.y) * share;
  // A blade keeps its length.
  vec3 way = top - wind.xyz;
  return wind.xyz + normalize(way) * sqrt(1.0 + share);
}

void main() {
  vec2 bend = bendOf(root.xz, 0.5 + 0.25 * float(kind & 3u));
  vec3 tip = swayed(root, bend);
  float lightness = smoothstep(0.0, 2.0, length(bend) + 0.25);
  vec3 green = mix(vec3(0.25, 0.5, 0.125), 0.5 + 0.25 * tint.rgb, 0.5);
  vec3 shade = pow(green + 0.125, vec3(1.25)) * (0.5 + 0.5 * lightness);
  aberration_result = vec4(mix(shade, 0.5 + 0.25 * tip, 0.25), 1.0);
  gl_Position = vec4(aberration_place, 0.0, 1.0);
  gl_PointSize = 1.0;
}
