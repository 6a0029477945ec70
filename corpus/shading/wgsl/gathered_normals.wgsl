// A bump map: four heights at once from a gather, a normal of them, two lamps, and a gloss.
@group(0) @binding(0) var bumps: texture_2d<f32>;
@group(0) @binding(1) var wraps: sampler;
@group(0) @binding(2) var<uniform> lamps: array<vec4f, 2>;

struct Surface {
  normal: vec3f,
  height: f32,
}

fn surface_at(cell: vec2i) -> Surface {
  let corner = (vec2f(cell) + 1.0) / 32.0;
  // In the order lower left, lower right, upper right, upper left.
  let four = textureGather(0, bumps, wraps, corner);
  let across = (four.y + four.z) - (four.x + four.w);
  let down = (four.x + four.y) - (four.z + four.w);
  let normal = normalize(vec3f(-across, -down, 0.75));
  return Surface(normal, dot(four, vec4f(0.25)));
}

fn light_of(lamp: vec4f, surface: Surface, place: vec3f) -> vec2f {
  let way = lamp.xyz - place;
  let reach = dot(way, way);
  let towards = way * inverseSqrt(reach);
  let facing = max(dot(surface.normal, towards), 0.0);
  let halfway = normalize(towards + vec3f(0.0, 0.0, 1.0));
  let gloss = pow(max(dot(surface.normal, halfway), 0.0), 8.0);
  return vec2f(facing, gloss) * lamp.w / (1.0 + reach);
}

@fragment
fn main(@builtin(position) position: vec4f) -> @location(0) vec4f {
  let pixel = vec2i(position.xy);
  let surface = surface_at(pixel / 2);
  let place = vec3f(vec2f(pixel) / 64.0, surface.height * 0.25);
  var shade = vec3f(0.05, 0.075, 0.1);
  for (var k = 0; k < 2; k++) {
    let light = light_of(lamps[k], surface, place);
    let tint = select(vec3f(0.75, 0.5, 0.25), vec3f(0.25, 0.5, 1.0), k == 1);
    shade += tint * light.x + light.y * 0.25;
  }
  return vec4f(shade / (1.0 + shade), 1.0);
}
