// Whole numbers only: a walk through a table by a switch, with what the uniforms add; no two quarters look alike.
struct Offsets {
  origin: vec2<i32>,
  stride: i32,
  mask: u32,
}

@group(0) @binding(1) var<uniform> offsets: Offsets;
@group(1) @binding(0) var<uniform> weights: vec4<i32>;

const TABLE = array<i32, 8>(3, 1, 4, 1, 5, 9, 2, 6);

fn step(kind: i32, value: i32) -> i32 {
  var table = TABLE;
  switch kind {
    case 0: { return value + table[u32(value) & 7u]; }
    case 1, 2: { return value * 3 - 1; }
    case 3: { return value ^ 21; }
    default: { return value >> 1u; }
  }
}

fn walk(start: i32, kinds: u32) -> i32 {
  var value = start;
  var rest = kinds;
  loop {
    if rest == 0u { break; }
    if (rest & 1u) == 1u {
      value = step(i32(rest & 7u), value);
    }
    continuing {
      rest = rest >> 1u;
    }
  }
  return value;
}

@fragment
fn shade(@builtin(position) position: vec4<f32>) -> @location(0) vec4<f32> {
  let place = vec2<i32>(position.xy) + offsets.origin;
  let first = walk(place.x * offsets.stride, u32(place.y) & offsets.mask);
  let second = walk(place.y - place.x, 37u);
  if place.x == place.y * 2 { discard; }
  let red = u32(first + weights.x) & 255u;
  let green = u32(second * weights.y) & 255u;
  return vec4<f32>(f32(red), f32(green), f32(u32(place.y) & 255u), 255.0) / 255.0;
}
