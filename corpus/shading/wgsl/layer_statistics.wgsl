// Mean and spread over the layers of an array, by a running update, shown as a heat map.
@group(0) @binding(0) var layers: texture_2d_array<f32>;
@group(0) @binding(1) var nearest: sampler;
@group(0) @binding(2) var<uniform> scale: vec2f;

struct Running {
  count: f32,
  mean: vec3f,
  squares: vec3f,
}

fn updated(before: Running, value: vec3f) -> Running {
  let count = before.count + 1.0;
  let apart = value - before.mean;
  let mean = before.mean + apart / count;
  return Running(count, mean, before.squares + apart * (value - mean));
}

fn over_layers(place: vec2f) -> Running {
  var running = Running(0.0, vec3f(), vec3f());
  let count = i32(textureNumLayers(layers));
  for (var layer = 0; layer < count; layer++) {
    let texel = textureSampleLevel(layers, nearest, place, layer, 0.0);
    // A layer counts where its alpha is not too small.
    if texel.a < 0.125 {
      continue;
    }
    running = updated(running, texel.rgb);
  }
  return running;
}

fn heat(level: f32) -> vec3f {
  let bent = pow(level, 0.75);
  return vec3f(bent, sqrt(bent) * (1.0 - 0.5 * bent), exp(-3.0 * level));
}

@fragment
fn main(@builtin(position) position: vec4f) -> @location(0) vec4f {
  let cell = vec2i(position.xy) / 2;
  let running = over_layers((vec2f(cell) + 0.5) / 24.0);
  let spread = sqrt(running.squares / max(running.count, 1.0) + 0.001);
  let level = clamp(dot(spread, vec3f(scale.x)) + 0.1, 0.0, 1.0);
  let shade = mix(heat(level), running.mean, scale.y);
  return vec4f(shade, 1.0);
}
