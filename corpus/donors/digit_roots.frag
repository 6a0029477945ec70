#version 450
// Integer square root bit by bit, digit sums and binary-coded decimals; constant divisors, bounded loops.
layout(location = 0) out vec4 colour;

uint squareRoot(uint n) {
  uint root = 0u;
  uint bit = 1u << 30u;
  while (bit != 0u) {
    uint trial = root + bit;
    root >>= 1u;
    if (n >= trial) {
      n -= trial;
      root += bit;
    }
    bit >>= 2u;
  }
  return root;
}

uint digitSum(uint n, out uint digits) {
  uint sum = 0u;
  digits = 0u;
  do {
    sum += n % 10u;
    n /= 10u;
    digits++;
  } while (n != 0u);
  return sum;
}

uint toDecimalCode(uint n) {
  uint code = 0u;
  uint place = 1u;
  for (int i = 0; i < 8; i++) {
    code += (n % 10u) * place;
    place *= 16u;
    n /= 10u;
    if (n == 0u) {
      return code;
    }
  }
  return code | 0xf0000000u;
}

uint digitalRoot(uint n) {
  uint digits;
  uint guard = 0u;
  while (n > 9u && guard < 5u) {
    n = digitSum(n, digits);
    guard++;
  }
  return n;
}

void main() {
  uint n = floatBitsToUint(gl_FragCoord.x) ^ (floatBitsToUint(gl_FragCoord.y) << 3u);
  uint digits;
  uint sum = digitSum(n, digits);
  uint code = toDecimalCode(squareRoot(n));
  colour = vec4(float(digitalRoot(n)) / 9.0, float(sum & 63u) / 63.0, float(code & 255u) / 255.0, float(digits) * 0.1);
}
