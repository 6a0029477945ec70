#version 450
// The sieve of Eratosthenes over 96 numbers, kept as three words of bits; each pixel asks about its own range.
layout(set = 0, binding = 0) uniform buf0 { uint offset; };
layout(set = 0, binding = 1) uniform buf1 { uvec3 tint; };
layout(location = 0) out vec4 colour;

const uint LIMIT = 96u;

uint composite[3];

void mark(uint n) {
  composite[n >> 5u] |= 1u << (n & 31u);
}

bool isPrime(uint n) {
  if (n < 2u || n >= LIMIT) {
    return false;
  }
  return (composite[n >> 5u] & (1u << (n & 31u))) == 0u;
}

void sieve() {
  for (int i = 0; i < 3; i++) {
    composite[i] = 0u;
  }
  for (uint p = 2u; p * p < LIMIT; p++) {
    if (!isPrime(p)) {
      continue;
    }
    for (uint multiple = p * p; multiple < LIMIT; multiple += p) {
      mark(multiple);
    }
  }
}

uint nextPrime(uint n) {
  uint steps = 0u;
  do {
    n++;
    steps++;
    if (steps > 9u) {
      break;
    }
  } while (!isPrime(n));
  return steps;
}

void main() {
  uvec2 pixel = uvec2(gl_FragCoord.xy);
  sieve();
  uint number = (pixel.x / 8u + pixel.y / 8u * 3u + offset) % LIMIT;
  uint gap = nextPrime(number);
  uint words = bitCount(composite[0]) + bitCount(composite[1]) + bitCount(composite[2]);
  uvec3 base = isPrime(number) ? uvec3(255u, number, 40u) : uvec3(gap * 20u, words, number * 2u);
  colour = vec4(vec3((base ^ tint) & 255u) / 255.0, 1.0);
}
