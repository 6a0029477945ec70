// Neighbours compared in turns by eight invocations at once, with barriers between the turns.
@group(0) @binding(0) var<storage, read_write> data: array<u32, 16>;

override rounds: u32 = 16u;
var<workgroup> row: array<u32, 16>;

fn order(i: u32) {
  let low = min(row[i], row[i + 1u]);
  let high = max(row[i], row[i + 1u]);
  row[i] = low;
  row[i + 1u] = high;
}

@compute @workgroup_size(8)
fn main(@builtin(local_invocation_id) local: vec3u) {
  let first = local.x * 2u;
  row[first] = data[first];
  row[first + 1u] = data[first + 1u];
  workgroupBarrier();
  for (var turn = 0u; turn < rounds; turn++) {
    let at = first + (turn & 1u);
    if at < 15u {
      order(at);
    }
    workgroupBarrier();
  }
  data[first] = row[first];
  data[first + 1u] = row[first + 1u];
}
