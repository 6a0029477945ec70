// A woven cloth: the vertex shader counts threads, the fragment shader dyes and crosses them.
// Exact: integers, and floats in steps of 1/64 and 1/256.

struct Thread {
  @builtin(position) at: vec4f,
  @location(0) @interpolate(flat, either) over: vec2i,
  @location(1) @interpolate(flat, either) dye: u32,
  @location(2) sheen: vec3f,
}

struct Cloth {
  tint: vec4f,
  pitch: i32,
}

@group(0) @binding(0) var<uniform> cloth: Cloth;

const DYES = array<vec3f, 4>(
  vec3f(0.75, 0.25, 0.125), vec3f(0.125, 0.5, 0.75), vec3f(0.875, 0.75, 0.25), vec3f(0.25, 0.25, 0.375),
);

fn turns(start: i32, every: i32) -> i32 {
  var count = 0;
  var left = start;
  loop {
    if (left < every) { break; }
    left -= every;
    count += 1;
    continuing { break if count > 40; }
  }
  return count;
}

@vertex fn warp(
  @location(0) aberration_place: vec2f,
  @location(1) weave: vec2i,
  @location(2) gloss: vec3f,
) -> Thread {
  var thread: Thread;
  thread.at = vec4f(aberration_place.x, -aberration_place.y, 0.0, 1.0);
  thread.over = vec2i(turns(weave.x, 5 + cloth.pitch), weave.y & 7);
  thread.dye = u32(weave.x * 3 + weave.y) % 4u;
  thread.sheen = gloss.zxy * 0.125;
  return thread;
}

@fragment fn weft(thread: Thread) -> @location(0) vec4f {
  let crossed = (turns(thread.over.x, 3) + thread.over.y) % 2 == 0;
  var colour = DYES[thread.dye];
  if (crossed) {
    colour = max(colour.bgr, cloth.tint.rgb) * 0.5;
  } else {
    colour += abs(thread.sheen);
  }
  let row = i32(thread.at.y);
  if ((row + thread.over.y) % 11 == 0) {
    colour = vec3f(0.0625 * f32(row & 15));
  }
  return vec4f(colour, 1.0);
}
