#version 450
// Colour blending of vec4 by mode, channel loops and clamps; no division and no root.
layout(location = 0) out vec4 colour;

float channel(float below, float above, int mode) {
  switch (mode) {
    case 0:
      return below * above;
    case 1:
      return below + above - below * above;
    case 2:
      if (below < 0.5) {
        return 2.0 * below * above;
      }
      return 1.0 - 2.0 * (1.0 - below) * (1.0 - above);
    case 3:
      return abs(below - above);
    case 4:
      below = 1.0 - below;
      // falls through
    default:
      return max(below, above);
  }
}

vec4 over(vec4 below, vec4 above) {
  vec3 mixed = mix(below.rgb, above.rgb, above.a);
  return vec4(mixed, above.a + below.a * (1.0 - above.a));
}

vec4 layers(vec4 base, vec4 top, int modes) {
  vec4 result = base;
  for (int layer = 0; layer < 4; layer++) {
    int mode = modes & 7;
    modes >>= 3;
    for (int c = 0; c < 3; c++) {
      result[c] = clamp(channel(result[c], top[c], mode), 0.0, 1.0);
    }
    if (mode > 5) {
      result = over(result, top.brga);
    }
    if (result.r + result.g + result.b <= 0.03125) {
      break;
    }
  }
  return result;
}

bool brighter(vec4 a, vec4 b, float margin) {
  const vec3 weights = vec3(0.25, 0.625, 0.125);
  return dot(a.rgb, weights) > dot(b.rgb, weights) + margin;
}

void main() {
  vec2 place = gl_FragCoord.xy * 0.00390625;
  vec4 base = vec4(place, 0.5, 1.0);
  vec4 top = vec4(place.y, 0.25, place.x, 0.75);
  vec4 result = layers(base, top, floatBitsToInt(gl_FragCoord.x) >> 15);
  colour = brighter(result, base, 0.0625) ? result : over(result, base * 0.5);
}
