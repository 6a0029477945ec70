// What the language defines where others do not: wrapping, division by zero, wide shifts, the least number.
@group(0) @binding(0) var<uniform> big: vec2<i32>;

fn least() -> i32 {
  return big.y - 1;
}

fn checks(a: i32, b: i32) -> u32 {
  var bits = 0u;
  bits |= u32(big.x + 1 == least()) << 0u;
  bits |= u32(-least() == least()) << 1u;
  bits |= u32(abs(least()) == least()) << 2u;
  bits |= u32((a + big.x) - big.x == a) << 3u;
  bits |= u32((a * big.x) == -a + (a << 31u)) << 4u;
  bits |= u32(u32(a) - 1u > 4000000000u) << 5u;
  let shifted = (1u << (u32(b) & 31u)) >> (u32(b) & 31u);
  bits |= shifted << 6u;
  bits |= u32(b / (a + 1) * (a + 1) + b % (a + 1) == b) << 7u;
  return bits;
}

@fragment
fn main(@builtin(position) position: vec4f) -> @location(0) vec4f {
  let p = vec2i(position.xy);
  let bits = checks(p.x, p.y - 32);
  let product = bitcast<u32>(p.x * big.y + p.y);
  return vec4f(vec3f(vec3u(bits, product >> 24u, product & 255u)) / 255.0, 1.0);
}
