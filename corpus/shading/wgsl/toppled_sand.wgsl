// Drops grains on a pile of sand, layer after layer, and lets all that is too high topple at once;
// keeps a picture of each step.
@group(0) @binding(0) var grains: texture_storage_2d_array<rgba32uint, read>;
@group(0) @binding(1) var pile: texture_storage_2d<r32uint, read_write>;
@group(0) @binding(2) var steps: texture_storage_3d<rgba32float, write>;

fn is_inside(at: vec2i) -> bool {
  let side = vec2i(textureDimensions(pile));
  return all(at >= vec2i(0)) && all(at < side);
}

fn height(at: vec2i) -> u32 {
  if (is_inside(at)) {
    return textureLoad(pile, at).x;
  }
  return 0u;
}

fn falls_from(at: vec2i) -> u32 {
  return u32(height(at) >= 4u);
}

@compute @workgroup_size(8, 8)
fn main(@builtin(local_invocation_id) id: vec3u) {
  let at = vec2i(id.xy);
  for (var step = 0; step < 6; step++) {
    let layer = u32(step) % textureNumLayers(grains);
    let dropped = textureLoad(grains, id.xy, layer);
    let here = height(at) + (dropped[(id.x + id.y) & 3u] & 3u);
    textureStore(pile, at, vec4u(here, 0u, 0u, 1u));
    textureBarrier();
    var after = here;
    let leaving = falls_from(at) * 4u;
    after -= leaving;
    for (var turn = 0; turn < 4; turn++) {
      let away = vec2i((turn & 1) * (2 - turn), (1 - (turn & 1)) * (1 - turn));
      after += falls_from(at + away);
    }
    textureBarrier();
    textureStore(pile, at, vec4u(after));
    textureStore(steps, vec3i(at, step), vec4f(vec2f(f32(here), f32(after)) * 0.25, f32(leaving), 1.0));
    textureBarrier();
  }
}
