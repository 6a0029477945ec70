@group(0) @binding(0) var<storage, read_write> result: array<u32, 4>;

var<workgroup> first: u32;

@compute @workgroup_size(4)
fn main(@builtin(local_invocation_index) index: u32) {
  result[index] = first;
}
