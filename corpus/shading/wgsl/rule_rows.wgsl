// Rows of an elementary automaton in one word, a row of pixels for each generation.
@group(0) @binding(0) var<uniform> rule: u32;

fn next(row: u32) -> u32 {
  var result = 0u;
  for (var i = 0u; i < 32u; i++) {
    let left = (row >> ((i + 1u) & 31u)) & 1u;
    let here = (row >> i) & 1u;
    let right = (row >> ((i + 31u) & 31u)) & 1u;
    let pattern = (left << 2u) | (here << 1u) | right;
    result |= ((rule >> pattern) & 1u) << i;
  }
  return result;
}

@fragment
fn main(@builtin(position) position: vec4f) -> @location(0) vec4f {
  let p = vec2u(position.xy);
  var row = 0x00010000u;
  for (var y = 0u; y < p.y / 2u; y++) {
    row = next(row);
  }
  let alive = (row >> (p.x / 2u)) & 1u;
  let count = countOneBits(row);
  return vec4f(f32(alive), f32(count * 8u) / 255.0, f32(row & 255u) / 255.0, 1.0);
}
