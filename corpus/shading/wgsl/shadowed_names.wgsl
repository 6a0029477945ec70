// The same names in scopes inside each other, also of built-in functions, and declarations in any order.
@group(0) @binding(0) var<uniform> base: i32;

@fragment
fn main(@builtin(position) position: vec4f) -> @location(0) vec4f {
  let x = i32(position.x);
  var sum = outer(x) + step;
  {
    let x = i32(position.y) + sum;
    sum = x;
    for (var x = 0; x < 4; x++) {
      let x = x * x + sum;
      if x % 3 == 0 {
        let sum = x / 3;
        total += sum;
      } else {
        total -= 1;
      }
    }
  }
  let max = total & 255;
  return vec4f(f32(max) / 255.0, f32((sum + x) & 255) / 255.0, f32(abs(total) % 100) / 255.0, 1.0);
}

fn outer(base_: i32) -> i32 {
  let step = base_ * 2;
  return step + base;
}

var<private> total = start;
const start: i32 = step * 2 + 1;
const step = 5;
