@group(0) @binding(0) var<uniform> numbers: mat2x2<f32>;

@fragment
fn main() -> @location(0) vec4f {
  return vec4f(numbers[0], numbers[1]) / 4.0;
}
