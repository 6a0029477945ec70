#version 450
// An elementary cellular automaton on a ring of 32 cells held in one word; time runs upwards.
layout(set = 0, binding = 0) uniform buf0 { uint rule; };
layout(set = 0, binding = 1) uniform buf1 { uint startWord; };
layout(location = 0) out vec4 colour;

uint rotateLeft(uint word) {
  return (word << 1u) | (word >> 31u);
}

uint rotateRight(uint word) {
  return (word >> 1u) | (word << 31u);
}

uint matching(uint word, uint pattern) {
  uint left = (pattern & 4u) != 0u ? rotateRight(word) : ~rotateRight(word);
  uint middle = (pattern & 2u) != 0u ? word : ~word;
  uint right = (pattern & 1u) != 0u ? rotateLeft(word) : ~rotateLeft(word);
  return left & middle & right;
}

uint nextGeneration(uint word) {
  uint next = 0u;
  for (uint pattern = 0u; pattern < 8u; pattern++) {
    if ((rule >> pattern & 1u) == 0u) {
      continue;
    }
    next |= matching(word, pattern);
  }
  return next;
}

void main() {
  uvec2 pixel = uvec2(gl_FragCoord.xy);
  uint cell = pixel.x >> 3u;
  uint generations = pixel.y >> 4u;
  uint word = startWord;
  uint lived = 0u;
  uint lastBirth = 0u;
  for (uint g = 0u; g < generations; g++) {
    uint next = nextGeneration(word);
    uint born = next & ~word;
    if ((born >> cell & 1u) != 0u) {
      lastBirth = g;
    }
    lived += next >> cell & 1u;
    word = next;
  }
  bool alive = (word >> cell & 1u) != 0u;
  uint crowd = uint(bitCount(word));
  vec3 shade = alive ? vec3(255.0, float(lived * 15u), float(crowd * 7u)) : vec3(float(lastBirth * 16u), float(lived * 9u), 60.0);
  colour = vec4(shade / 255.0, 1.0);
}
