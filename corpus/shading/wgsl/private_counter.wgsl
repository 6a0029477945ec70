// A generator of numbers kept in a private variable, and functions whose results may not be dropped.
@group(0) @binding(0) var<uniform> seed: u32;

var<private> state: u32;
var<private> drawn: array<u32, 4>;

@must_use
fn draw() -> u32 {
  state = state * 1664525u + 1013904223u;
  return state >> 16u;
}

fn fill() {
  for (var i = 0u; i < 4u; i++) {
    drawn[i] = draw() % (i + 2u);
  }
  _ = draw();
}

@fragment
fn main(@builtin(position) position: vec4f) -> @location(0) vec4f {
  let p = vec2u(position.xy);
  state = seed + p.x + p.y * 64u;
  var sum = 0u;
  for (var round = 0; round < 3; round++) {
    fill();
    sum += drawn[0] + 2u * drawn[1] + 4u * drawn[2] + 8u * drawn[3];
  }
  let smallest = min(min(drawn[0], drawn[1]), min(drawn[2], drawn[3]));
  return vec4f(f32(sum) / 255.0, f32(smallest * 60u) / 255.0, f32(state & 255u) / 255.0, 1.0);
}
