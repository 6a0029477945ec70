/* Floats that are multiples of powers of two, /* exact on every machine, */ through matrices, structs and pointers. */
struct Ray {
  origin: vec2f,
  turn: mat2x2f,
}

@group(0) @binding(0) var<uniform> scale: vec2f;

var<private> bounces: i32 = 0;

fn bend(ray: ptr<function, Ray>, amount: f32) {
  bounces += 1;
  (*ray).origin = (*ray).turn * (*ray).origin + vec2f(amount, -amount);
  (*ray).origin = select((*ray).origin, abs((*ray).origin) - vec2f(1.5), (*ray).origin > vec2f(8.0));
}

@fragment
fn main(@builtin(position) position: vec4f) -> @location(0) vec4f {
  var ray = Ray(floor(position.xy) * scale, mat2x2f(0.0, 1.0, -1.0, 0.0));
  for (var i = 0; i < 6; i++) {
    if ray.origin.x < -4.0 { continue; }
    bend(&ray, 0.25 * f32(i));
    if ray.origin.y > 12.0 { break; }
  }
  let shown = clamp(ray.origin / 16.0 + 0.5, vec2f(0.0), vec2f(1.0));
  return vec4f(floor(shown * 256.0) / 256.0, f32(bounces) * 0.125, 1.0);
}
