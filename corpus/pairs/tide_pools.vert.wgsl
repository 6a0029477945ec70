// Pools that a tide leaves: heights and currents of a shore. Not exact: a root and a sine.

struct Shore {
  @builtin(position) at: vec4f,
  @location(0) height: f32,
  @location(1) current: vec2f,
  @location(2) @interpolate(flat, either) pool: vec2u,
}

fn hollow(seed: u32) -> u32 {
  var word = seed * 747796405u + 2891336453u;
  word = ((word >> ((word >> 28u) + 4u)) ^ word) * 277803737u;
  return (word >> 22u) ^ word;
}

@vertex fn rise(
  @location(0) aberration_place: vec2f,
  @location(1) swell: vec4f,
  @location(2) stones: vec2u,
) -> Shore {
  var height = 0.0;
  for (var wave = 0; wave < 3; wave++) {
    height += sin(swell[wave] + f32(wave)) * 0.25;
  }
  let marks = vec2u(hollow(stones.x), hollow(stones.x + stones.y));
  return Shore(
    vec4f(aberration_place.x, -aberration_place.y, 0.0, 1.0),
    height,
    normalize(swell.zw + vec2f(3.0, 4.0)),
    marks % vec2u(16u, 9u),
  );
}
