#version 450
// A picture enlarged: four fetches, made linear light, mixed by smooth weights, and made a display's colour again.
layout(set = 0, binding = 0) uniform sampler2D image;
layout(set = 0, binding = 1) uniform buf1 { ivec2 zoom; };
layout(set = 0, binding = 2) uniform buf2 { float gamma; };
layout(location = 0) out vec4 colour;

const ivec2 SIZE = ivec2(20, 12);

vec3 linearTexel(ivec2 place) {
  ivec2 inside = clamp(place, ivec2(0), SIZE - 1);
  vec4 texel = texelFetch(image, inside, 0);
  return pow(0.0625 + 0.9375 * texel.rgb, vec3(gamma)) * (0.5 + 0.5 * texel.a);
}

vec2 smoothWeights(vec2 part) {
  return mix(part, smoothstep(vec2(0.0), vec2(1.0), part), 0.6);
}

vec3 enlarged(ivec2 place) {
  // In 64ths of a texel: where the next one begins is exact.
  vec2 weights = smoothWeights(vec2(place & 63) / 64.0);
  ivec2 low = place >> 6;
  vec3 rows[2];
  for (int row = 0; row < 2; row++) {
    vec3 start = linearTexel(low + ivec2(0, row));
    vec3 end = linearTexel(low + ivec2(1, row));
    rows[row] = mix(start, end, weights.x);
  }
  return mix(rows[0], rows[1], weights.y);
}

void main() {
  vec3 light = enlarged(ivec2(gl_FragCoord.xy) * zoom - 32);
  float grey = dot(light, vec3(0.2126, 0.7152, 0.0722));
  vec3 tinted = mix(light, vec3(grey), 0.3);
  colour = vec4(pow(tinted, vec3(1.0 / gamma)), 1.0);
}
