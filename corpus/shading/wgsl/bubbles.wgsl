// Bubble sort of a copy, with the count of its swaps.
@group(0) @binding(0) var<storage, read_write> data: array<i32, 10>;
@group(0) @binding(1) var<storage, read_write> swaps: u32;

fn bubble(values: ptr<function, array<i32, 10>>) -> u32 {
  var count = 0u;
  var sorted = false;
  var end = 9;
  while !sorted {
    sorted = true;
    for (var i = 0; i < end; i++) {
      let next = i + 1;
      if (*values)[i] > (*values)[next] {
        let held = (*values)[i];
        (*values)[i] = (*values)[next];
        (*values)[next] = held;
        sorted = false;
        count += 1u;
      }
    }
    end -= 1;
  }
  return count;
}

@compute @workgroup_size(1)
fn main() {
  var copy = data;
  swaps = bubble(&copy);
  data = copy;
}
