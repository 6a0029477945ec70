// Invocations that work together: atomics, memory of the workgroup and barriers between those who write and who read.
struct Totals {
  sum: atomic<u32>,
  highest: atomic<i32>,
  seen: array<u32>,
}

@group(0) @binding(0) var<storage, read_write> totals: Totals;
@group(2) @binding(1) var<storage, read> values: array<i32>;

var<workgroup> partial: array<i32, 32>;

override FACTOR: i32 = 3;

@compute @workgroup_size(8, 4)
fn gather(
  @builtin(local_invocation_index) local: u32,
  @builtin(workgroup_id) group: vec3<u32>,
) {
  let at = group.x * 32u + local;
  partial[local] = values[at] * FACTOR;
  for (var span = 16u; span > 0u; span >>= 1u) {
    workgroupBarrier();
    if local < span {
      partial[local] += partial[local + span];
    }
  }
  workgroupBarrier();
  atomicAdd(&totals.sum, bitcast<u32>(values[at]) & 1023u);
  atomicMax(&totals.highest, values[at]);
  if local == 0u {
    totals.seen[group.x] = bitcast<u32>(partial[0]);
  }
}
