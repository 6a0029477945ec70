// Pools that a tide leaves: water, foam and sand by what the vertex shader found.

struct Seen {
  @location(2) @interpolate(flat, either) pool: vec2u,
  @location(1) current: vec2f,
  @location(0) height: f32,
}

fn foam(pool: vec2u) -> f32 {
  switch (pool.y % 4u) {
    case 0u: { return 0.125; }
    case 1u, 2u: { return 0.25 * f32(pool.x & 3u); }
    default: { return 0.5; }
  }
}

@fragment fn flood(seen: Seen) -> @location(0) vec4f {
  let depth = clamp(0.5 + seen.height, 0.0, 1.0);
  let water = mix(vec3f(0.75, 0.625, 0.375), vec3f(0.0, 0.25, 0.5), depth);
  let light = max(dot(seen.current, vec2f(0.6, 0.8)), 0.0);
  return vec4f(water * (0.5 + 0.5 * light) + 0.25 * foam(seen.pool), 1.0);
}
