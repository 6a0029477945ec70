// A histogram, a largest and a least value, counted by atomics, whose order does not matter.
struct Result {
  bins: array<atomic<u32>, 4>,
  largest: atomic<u32>,
  combined: atomic<u32>,
}

@group(0) @binding(0) var<storage> values: array<u32, 16>;
@group(0) @binding(1) var<storage, read_write> result: Result;

fn hash(x: u32) -> u32 {
  var h = x * 0x9e3779b1u;
  h ^= h >> 15u;
  return h;
}

@compute @workgroup_size(2, 2)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) local: u32) {
  let value = values[group.x * 4u + local];
  atomicAdd(&result.bins[value / 4u], 1u);
  atomicMax(&result.largest, value);
  _ = atomicXor(&result.combined, hash(value));
}
