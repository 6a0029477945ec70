// Binary digits of square roots, by whole numbers of two words.
@group(0) @binding(0) var<storage, read> numbers: array<u32, 4>;
@group(0) @binding(1) var<storage, read_write> roots: array<u32, 4>;

alias Wide = vec2<u32>;

fn square(x: u32) -> Wide {
  let low = x & 0xffffu;
  let high = x >> 16u;
  let middle = low * high;
  let start = low * low;
  let sum = start + (middle << 17u);
  return Wide(sum, high * high + (middle >> 15u) + u32(sum < start));
}

fn at_most(a: Wide, b: Wide) -> bool {
  return a.y < b.y || (a.y == b.y && a.x <= b.x);
}

@compute @workgroup_size(1, 1, 1)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let target_ = Wide(0u, numbers[id.x] << 8u);
  var root = 0u;
  for (var bit = 1u << 31u; bit != 0u; bit >>= 1u) {
    let candidate = root | bit;
    if at_most(square(candidate), target_) {
      root = candidate;
    }
  }
  roots[id.x] = root;
}
