// Two pictures and three samplers: which picture is read, and how it goes on beyond its edge, is decided apart.
@group(0) @binding(0) var stones: texture_2d<f32>;
@group(0) @binding(1) var leaves: texture_2d<f32>;
@group(0) @binding(2) var repeating: sampler;
@group(0) @binding(3) var clamping: sampler;
@group(0) @binding(4) var mirroring: sampler;
@group(0) @binding(5) var<uniform> shift: vec2i;

fn middle_of(cell: vec2i, size: vec2f) -> vec2f {
  return (vec2f(cell) + 0.5) / size;
}

fn bytes(value: vec4f) -> vec4i {
  return min(vec4i(value * 256.0), vec4i(255));
}

fn stone(cell: vec2i, rule: i32) -> vec4i {
  let place = middle_of(cell, vec2f(8.0, 16.0));
  switch rule {
    case 0: {
      return bytes(textureSampleLevel(stones, repeating, place, 0.0));
    }
    case 1, 3: {
      return bytes(textureSampleLevel(stones, clamping, place, 0.0));
    }
    default: {
      return bytes(textureSampleLevel(stones, mirroring, place, 0.0)).wzyx;
    }
  }
}

fn leaf(cell: vec2i, rule: i32) -> vec4i {
  let place = middle_of(cell, vec2f(16.0, 8.0));
  if (rule & 1) == 1 {
    return bytes(textureSampleLevel(leaves, mirroring, place, 0.0));
  }
  return bytes(textureSampleLevel(leaves, repeating, place, 0.0)) ^ vec4i(15);
}

@fragment
fn main(@builtin(position) position: vec4f) -> @location(0) vec4f {
  let pixel = vec2i(position.xy);
  let cell = pixel + shift;
  let rule = (pixel.x >> 3u) & 3;
  let ground = stone(cell, rule);
  let above = leaf(cell - shift / 2, (pixel.y >> 3u) & 3);
  let shade = select(ground, above, above > ground);
  return vec4f(vec3f(shade.rgb) / 255.0, 1.0);
}
