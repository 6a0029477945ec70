// Ranks of numbers in a buffer whose length is asked for; invocations beyond its end do nothing.
@group(0) @binding(0) var<storage, read> numbers: array<i32>;
@group(0) @binding(1) var<storage, read_write> sorted: array<i32>;

fn comes_before(a: u32, b: u32) -> bool {
  return numbers[a] < numbers[b] || (numbers[a] == numbers[b] && a < b);
}

@compute @workgroup_size(2)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let length = arrayLength(&numbers);
  if id.x >= length {
    return;
  }
  var rank = 0u;
  for (var i = 0u; i < length; i += 1u) {
    if comes_before(i, id.x) {
      rank++;
    }
  }
  sorted[rank] = numbers[id.x];
}
