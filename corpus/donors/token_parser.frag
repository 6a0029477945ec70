#version 450
// A parser of two-bit tokens in a word: states, fall-through, a small stack of numbers and an error code.
layout(location = 0) out vec4 colour;

struct Parser {
  uint rest;
  int depth;
  int error;
  ivec4 pending;
};

uint nextToken(inout Parser parser) {
  uint token = parser.rest & 3u;
  parser.rest >>= 2u;
  return token;
}

int topOf(Parser parser) {
  if (parser.depth < 0 || parser.depth > 3) {
    return 0;
  }
  return parser.pending[parser.depth];
}

void replaceTop(inout Parser parser, int value) {
  if (parser.depth >= 0 && parser.depth <= 3) {
    parser.pending[parser.depth] = value;
  }
}

bool advance(inout Parser parser) {
  switch (nextToken(parser)) {
    case 0u:
      replaceTop(parser, topOf(parser) + 1);
      return true;
    case 1u:
      parser.depth++;
      if (parser.depth > 3) {
        parser.error = 1;
        return false;
      }
      replaceTop(parser, 1);
      break;
    case 2u:
      if (parser.depth <= 0) {
        parser.error = 2;
        return false;
      }
      parser.depth--;
      // falls through: a closed group doubles the number around it
    default:
      replaceTop(parser, topOf(parser) * 2 + parser.pending.x);
  }
  return true;
}

int parse(uint word, out int error) {
  Parser parser = Parser(word, 0, 0, ivec4(0));
  int taken = 0;
  while (taken < 16 && advance(parser)) {
    taken++;
  }
  error = parser.error;
  return (topOf(parser) & 0xffff) * 16 + taken;
}

void main() {
  int error;
  int result = parse(floatBitsToUint(gl_FragCoord.x) >> 8u ^ floatBitsToUint(gl_FragCoord.y) >> 11u, error);
  colour = vec4(float(result & 15) / 15.0, float((result >> 4) & 255) / 255.0, float(error) * 0.5, 1.0);
}
