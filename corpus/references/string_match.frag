#version 450
// Naive string matching: a short needle drawn from the pixel, a fixed text, the best partial match and all full ones.
layout(set = 0, binding = 0) uniform buf0 { int needleLength; };
layout(location = 0) out vec4 colour;

const int TEXT[32] = int[32](
  0, 1, 2, 0, 1, 3, 0, 0, 1, 2, 3, 3, 2, 1, 0, 1,
  2, 0, 3, 1, 0, 1, 2, 0, 2, 2, 1, 3, 0, 1, 0, 3);

struct Match {
  int full;
  int firstAt;
  int bestPrefix;
};

void makeNeedle(out int needle[4], ivec2 cell) {
  needle[0] = cell.x & 3;
  needle[1] = (cell.x >> 2) & 3;
  needle[2] = cell.y & 3;
  needle[3] = (cell.y >> 2) & 3;
}

int prefixAt(int start, int needle[4]) {
  int matched = 0;
  for (int i = 0; i < needleLength; i++) {
    if (TEXT[start + i] != needle[i]) {
      break;
    }
    matched++;
  }
  return matched;
}

Match findAll(int needle[4]) {
  Match result = Match(0, -1, 0);
  for (int start = 0; start <= 32 - needleLength; start++) {
    int prefix = prefixAt(start, needle);
    result.bestPrefix = max(result.bestPrefix, prefix);
    if (prefix < needleLength) {
      continue;
    }
    if (result.full == 0) {
      result.firstAt = start;
    }
    result.full++;
  }
  return result;
}

void main() {
  ivec2 cell = ivec2(gl_FragCoord.xy) >> 4;
  int needle[4];
  makeNeedle(needle, cell);
  Match found = findAll(needle);
  vec3 shade;
  if (found.full > 0) {
    shade = vec3(float(found.full * 50), float(found.firstAt * 8), 200.0);
  } else {
    int last = needle[found.bestPrefix & 3];
    shade = vec3(float(found.bestPrefix * 20), 30.0, float(last * 40));
  }
  colour = vec4(shade / 255.0, 1.0);
}
