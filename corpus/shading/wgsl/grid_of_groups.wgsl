// Where every invocation is in its group and in the grid, written by each at its own place.
@group(0) @binding(0) var<storage, read_write> places: array<u32>;

struct Where {
  @builtin(global_invocation_id) global: vec3u,
  @builtin(local_invocation_id) local: vec3u,
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
}

const SIZE = vec3u(2u, 1u, 2u);

fn linear(at: vec3u, size: vec3u) -> u32 {
  return (at.z * size.y + at.y) * size.x + at.x;
}

@compute @workgroup_size(2, 1, 2)
fn main(where_: Where, @builtin(local_invocation_index) index: u32) {
  let size = where_.groups * SIZE;
  let slot = linear(where_.global, size);
  let again = where_.group * SIZE + where_.local;
  let same = all(again == where_.global) && index == linear(where_.local, SIZE);
  places[slot] = select(0xffffffffu, slot * 1000u + linear(where_.group, where_.groups) * 10u + index, same);
}
