// Floats in a storage buffer that a fragment shader reads, and small integer types in vectors.
@group(0) @binding(0) var<storage, read> heights: array<f32>;

fn height(x: i32) -> f32 {
  let last = i32(arrayLength(&heights)) - 1;
  return heights[clamp(x, 0, last)];
}

@fragment
fn main(@builtin(position) position: vec4<f32>) -> @location(0) vec4<f32> {
  let x = i32(position.x);
  var total = vec3<f32>();
  for (var i = -2; i <= 2; i++) {
    total += vec3<f32>(height(x + i), f32(abs(i)) * 0.5, f32(i & 1));
  }
  let above = position.y * 0.25 < total.x;
  let colour = select(vec3<u32>(20u, 40u, 60u), vec3<u32>(u32(total.x * 8.0), 200u, 90u), above);
  return vec4<f32>(vec3<f32>(colour & vec3<u32>(255u)) / 255.0, 1.0);
}
