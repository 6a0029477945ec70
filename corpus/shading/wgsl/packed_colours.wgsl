// Colours packed in words, blended by whole numbers two at a time, and unpacked by hand.
@group(0) @binding(0) var<uniform> tint: u32;

fn packed(c: vec4u) -> u32 {
  return c.x | (c.y << 8u) | (c.z << 16u) | (c.w << 24u);
}

fn opened(word: u32) -> vec4u {
  return (vec4u(word) >> vec4u(0u, 8u, 16u, 24u)) & vec4u(255u);
}

fn average(a: u32, b: u32) -> u32 {
  return (a & b) + (((a ^ b) & 0xfefefefeu) >> 1u);
}

fn slowAverage(a: u32, b: u32) -> u32 {
  return packed((opened(a) + opened(b)) / 2u);
}

@fragment
fn main(@builtin(position) position: vec4f) -> @location(0) vec4f {
  let p = vec2u(position.xy);
  let colour = packed(vec4u(p.x * 4u, p.y * 4u, (p.x ^ p.y) * 4u, 255u));
  let quick = average(colour, tint);
  let same = quick == slowAverage(colour, tint);
  let field = extractBits(quick, p.x % 20u, 8u);
  let put = insertBits(quick, field, 8u, 8u);
  let c = opened(put);
  return vec4f(vec3f(c.xyz) / 255.0, select(0.0, 1.0, same && opened(packed(c)).y == field));
}
