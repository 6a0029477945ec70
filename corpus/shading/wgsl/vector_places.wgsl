// Components of vectors and matrices as places, by name, by number and by a number that varies.
@group(0) @binding(0) var<uniform> shift: vec4<f32>;

fn rotated(v: vec4f, by: u32) -> vec4f {
  var out: vec4f;
  for (var i = 0u; i < 4u; i++) {
    out[(i + by) % 4u] = v[i];
  }
  return out;
}

fn filled(p: vec2f) -> mat3x2<f32> {
  var m = mat3x2<f32>();
  m[0] = p;
  m[1].x = shift.x;
  m[1][1] = p.x;
  m[2] = p.yx * shift.w;
  return m;
}

@fragment
fn main(@builtin(position) position: vec4f) -> @location(0) vec4f {
  let p = floor(position.xy);
  var v = vec4f(p, shift.zy);
  v = rotated(v, u32(p.x) & 3u);
  v.x += v.w;
  v.z *= 0.25;
  let pointer = &v;
  (*pointer).y -= shift.x;
  let m = filled(p);
  let moved = m * v.xyz;
  let back = transpose(m) * moved.yx;
  let shade = vec3f(moved, back.z);
  let folded = shade - floor(shade / 256.0) * 256.0;
  return vec4f(floor(folded) / 255.0, f32(all(m[0] == p)));
}
