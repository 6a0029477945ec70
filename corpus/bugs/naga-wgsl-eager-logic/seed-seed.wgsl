var<private> calls: i32 = 0;

fn note() -> bool {
  calls++;
  return true;
}

@fragment
fn main(@builtin(position) place: vec4<f32>) -> @location(0) vec4<f32> {
  let lazy = place.x < 0.0 && note();
  return vec4<f32>(f32(calls), select(0.0, 1.0, lazy), 0.0, 1.0);
}
