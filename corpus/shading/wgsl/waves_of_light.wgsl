// Smooth arithmetic for a picture, close but not exact on every device.
@group(0) @binding(0) var<uniform> wave: vec4<f32>;

struct Surface {
  height: f32,
  slope: vec2<f32>,
}

fn surfaceAt(p: vec2f) -> Surface {
  let a = p * wave.xy;
  return Surface(sin(a.x) * cos(a.y), vec2f(cos(a.x) * cos(a.y) * wave.x, -sin(a.x) * sin(a.y) * wave.y));
}

@fragment
fn main(@builtin(position) position: vec4f) -> @location(0) vec4f {
  let s = surfaceAt(position.xy / 4.0);
  let normal = normalize(vec3f(-s.slope, 1.0));
  let light = normalize(vec3f(wave.z, wave.w, 3.0));
  let diffuse = saturate(dot(normal, light));
  let tone = mix(vec3f(0.1, 0.2, 0.4), vec3f(0.9, 0.7, 0.5), diffuse);
  let edge = smoothstep(-0.5, 0.5, s.height);
  return vec4f(tone * (0.5 + 0.5 * edge), 1.0);
}
