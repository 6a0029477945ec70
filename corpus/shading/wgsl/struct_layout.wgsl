// Structs with attributes of layout in an array, read and written member by member.
struct Particle {
  place: vec3<f32>,
  mass: f32,
  @align(16) speed: vec2<f32>,
  @size(8) kind: u32,
}

@group(0) @binding(0) var<storage, read_write> particles: array<Particle>;

fn moved(p: Particle) -> Particle {
  var q = p;
  q.place += vec3f(p.speed, p.mass) * 2.0;
  q.speed = -q.speed.yx;
  q.kind = u32(q.place.x) + p.kind;
  return q;
}

@compute @workgroup_size(1)
fn main(@builtin(workgroup_id) id: vec3u) {
  let at = &particles[id.x];
  *at = moved(*at);
  (*at).mass += f32((*at).kind) * 0.5;
}
