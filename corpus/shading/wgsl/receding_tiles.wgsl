// A floor of tiles that are seen from near or far: the samplers choose its levels, one of them two at a time.
@group(0) @binding(0) var tiles: texture_2d_array<f32>;
@group(0) @binding(1) var plain: sampler;
@group(0) @binding(2) var blending: sampler;
@group(0) @binding(3) var<uniform> height: f32;

fn bytes(value: vec4f) -> vec4i {
  return min(vec4i(value * 256.0), vec4i(255));
}

@fragment
fn main(@builtin(position) position: vec4f) -> @location(0) vec4f {
  let pixel = vec2i(position.xy);
  let cell = vec2f(pixel);
  let layer = (pixel.x >> 4u) % 3;
  let close = (cell + 0.5) / vec2f(128.0, 64.0);
  let away = cell * height + vec2f(0.375, 0.625);
  let near = bytes(textureSample(tiles, plain, close, layer));
  let nearer = bytes(textureSample(tiles, blending, close * 0.5, layer));
  let far = bytes(textureSample(tiles, plain, away, layer));
  let biased = bytes(textureSampleBias(tiles, blending, close, layer, -1.75));
  let farther = bytes(textureSampleBias(tiles, blending, away, layer, 1.5));
  let sloped = bytes(textureSampleGrad(tiles, plain, close, layer, vec2f(), vec2f(0.0, height)));
  var shade = near ^ far;
  if (pixel.y & 8) == 8 {
    shade = max(nearer, sloped) - min(biased, farther);
  }
  if (pixel.x & 8) == 8 {
    shade = abs(shade) | (biased & vec4i(85));
  }
  return vec4f(vec3f(shade.rgb & vec3i(255)) / 255.0, 1.0);
}
