@fragment
fn main(@builtin(position) position: vec4f) -> @location(0) vec4f {
  let x = i32(position.x) - 2;
  return vec4f(f32(x % 3 + 4) / 8.0, 0.0, 0.0, 1.0);
}
