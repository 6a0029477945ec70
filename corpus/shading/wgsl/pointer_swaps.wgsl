// Permutations made by swapping through pointers, and their parity.
@group(0) @binding(0) var<uniform> order: vec4<i32>;

struct State {
  cells: array<i32, 6>,
  swaps: i32,
}

fn swap(a: ptr<function, i32>, b: ptr<function, i32>) {
  let held = *a;
  *a = *b;
  *b = held;
}

fn arrange(state: ptr<function, State>, seed: i32) {
  var rest = seed;
  for (var i = 5; i > 0; i--) {
    let j = rest % (i + 1);
    rest /= i + 1;
    if (i != j) {
      var a = (*state).cells[i];
      var b = (*state).cells[j];
      swap(&a, &b);
      (*state).cells[i] = a;
      (*state).cells[j] = b;
      (*state).swaps++;
    }
  }
}

@fragment
fn main(@builtin(position) position: vec4f) -> @location(0) vec4f {
  var state = State(array(0, 1, 2, 3, 4, 5), 0);
  let seed = i32(position.x) * order.x + i32(position.y) * 64 * order.y + order.z;
  arrange(&state, seed % 720);
  let p = &state.cells;
  let code = (*p)[0] * 36 + (*p)[1] * 6 + (*p)[2];
  let even = state.swaps % 2 == 0;
  return vec4f(f32(code) / 255.0, f32((*p)[5] * 50) / 255.0, select(0.0, 1.0, even), 1.0);
}
