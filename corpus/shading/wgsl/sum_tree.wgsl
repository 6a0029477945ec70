// Sums by halves in workgroup memory.
@group(0) @binding(0) var<storage, read> values: array<u32>;
@group(0) @binding(1) var<storage, read_write> sums: array<u32>;

const SIZE = 8u;
var<workgroup> tree: array<u32, SIZE>;

@compute @workgroup_size(SIZE)
fn main(
  @builtin(global_invocation_id) global: vec3u,
  @builtin(local_invocation_index) index: u32,
  @builtin(workgroup_id) group: vec3u,
) {
  tree[index] = values[global.x];
  workgroupBarrier();
  for (var half = SIZE / 2u; half > 0u; half /= 2u) {
    if index < half {
      tree[index] += tree[index + half];
    }
    workgroupBarrier();
  }
  if index == 0u {
    sums[group.x] = tree[0];
  }
}
