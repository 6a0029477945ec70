// Rings around a centre, with gaps where the pixel is thrown away.
@group(0) @binding(0) var<uniform> centre: vec2<f32>;

alias Ring = vec3<f32>;

const rings = array<Ring, 3>(Ring(16.0, 144.0, 1.0), Ring(196.0, 400.0, 2.0), Ring(484.0, 784.0, 4.0));

fn ringOf(distance: f32) -> f32 {
  for (var i = 0u; i < 3u; i++) {
    var all_rings = rings;
    let ring = all_rings[i];
    if distance >= ring.x && distance < ring.y {
      return ring.z;
    }
  }
  return 0.0;
}

@fragment
fn main(@builtin(position) position: vec4f) -> @location(0) vec4f {
  let d = floor(position.xy) - centre;
  let distance = dot(d, d);
  let ring = ringOf(distance);
  if ring == 0.0 && (i32(d.x) & 2) == 0 {
    discard;
  }
  if (ring > 1.5) != (d.x * d.y > 0.0) {
    return vec4f(ring * 0.25, 0.5, floor(distance / 16.0) / 255.0, 1.0);
  }
  return vec4f(ring * 0.125, abs(d) / 64.0, 1.0);
}
