// Loops of all kinds around each other, with parts that run after each turn.
@group(0) @binding(0) var<uniform> limits: vec2<i32>;

fn spiral(start: vec2i) -> vec3i {
  var at = start;
  var turns = 0;
  var i = 0;
  loop {
    if i >= limits.x { break; }
    var side = 0;
    while side < 4 {
      side++;
      if ((at.x + side) & 3) == 0 { continue; }
      at += vec2i(side - 2, 1);
    }
    continuing {
      i++;
      turns += at.x & 1;
      break if turns > limits.y;
    }
  }
  loop {
    at.y -= 3;
    continuing {
      turns += 2;
      break if at.y < 8;
    }
  }
  return vec3i(at, turns);
}

@fragment
fn main(@builtin(position) position: vec4f) -> @location(0) vec4f {
  let found = spiral(vec2i(position.xy));
  let shade = vec3f((found * vec3i(3, 16, 4)) & vec3i(255));
  return vec4f(shade / 255.0, 1.0);
}
