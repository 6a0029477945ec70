// Where in a picture of integers a small pattern fits best: a search with a bound that ends most comparisons early.
@group(0) @binding(0) var picture: texture_2d<i32>;
@group(0) @binding(1) var pattern: texture_2d<i32>;
@group(0) @binding(2) var<uniform> reach: vec2i;

struct Match {
  offset: vec2i,
  cost: i32,
  tried: i32,
}

fn difference(start: vec2i, at: vec2i) -> i32 {
  let inside = vec2i(textureDimensions(picture)) - 1;
  let here = textureLoad(picture, min(start + at, inside), 0);
  let wanted = textureLoad(pattern, at, 0);
  let apart = abs(here.xy - wanted.xy);
  return apart.x + apart.y;
}

fn cost_of(start: vec2i, bound: i32) -> i32 {
  let size = vec2i(textureDimensions(pattern));
  var cost = 0;
  for (var y = 0; y < size.y; y++) {
    for (var x = 0; x < size.x; x++) {
      cost += difference(start, vec2i(x, y));
    }
    if cost >= bound {
      break;
    }
  }
  return cost;
}

fn search(start: vec2i) -> Match {
  var best = Match(vec2i(0), 100000, 0);
  for (var step = 0; step < reach.x * reach.y; step++) {
    let offset = vec2i(step % reach.x, step / reach.x);
    let cost = cost_of(start + offset, best.cost);
    best.tried += 1;
    if cost < best.cost {
      best = Match(offset, cost, best.tried);
    }
    if cost < 150 {
      break;
    }
  }
  return best;
}

@fragment
fn main(@builtin(position) position: vec4f) -> @location(0) vec4f {
  let found = search(vec2i(position.xy));
  let red = found.offset.x * 60 + found.offset.y * 20;
  let green = (found.cost >> 1u) & 255;
  let shade = vec3i(red, green, found.tried * 42);
  return vec4f(vec3f(shade) / 255.0, 1.0);
}
