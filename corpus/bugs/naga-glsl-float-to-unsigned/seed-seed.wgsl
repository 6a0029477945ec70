@fragment
fn main(@builtin(position) position: vec4f) -> @location(0) vec4f {
  let whole = u32(position.x - 3.0);
  return vec4f(vec3f(f32(whole) / 4.0), 1.0);
}
