// Light through a fog in three dimensions: a shadow ray of few steps for each of few places on the eye's ray.
@group(0) @binding(0) var fog: texture_3d<f32>;
@group(0) @binding(1) var mirrors: sampler;
@group(0) @binding(2) var<uniform> thickness: vec4f;

const SIDE = 8;

fn density(cell: vec3i) -> f32 {
  let middle = (vec3f(cell) + 0.5) / f32(SIDE);
  let texel = textureSampleLevel(fog, mirrors, middle, 0.0);
  return select(texel.r * 0.25, texel.g, texel.b > 0.5);
}

fn sunlight(start: vec3i) -> f32 {
  var sum = 0.0;
  for (var k = 1; k <= 3; k++) {
    sum += density(start + vec3i(k, -k, 1));
  }
  return exp(-sum * thickness.y);
}

@fragment
fn main(@builtin(position) position: vec4f) -> @location(0) vec4f {
  let cell = vec2i(position.xy) / 2;
  var clear = 1.0;
  var light = vec3f();
  for (var depth = 0; depth < 4; depth++) {
    let place = vec3i(cell.x + depth, cell.y, depth * 2);
    let here = density(place);
    if here < 0.125 {
      continue;
    }
    let kept = exp2(-here * thickness.x);
    let sun = sunlight(place);
    let tint = mix(vec3f(0.25, 0.375, 0.625), vec3f(1.0, 0.875, 0.625), sun);
    light += tint * (clear * (1.0 - kept));
    clear *= kept;
  }
  let sky = vec3f(0.125, 0.25, 0.5) + 0.0625 * vec3f(sin(f32(cell.y) * thickness.z));
  let shade = light + sky * clear;
  return vec4f(shade / (shade + thickness.w), 1.0);
}
