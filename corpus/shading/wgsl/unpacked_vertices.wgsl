// Vertices in few words: fields of bits, a table of steps in a texture, and a walk that both decide.
struct Out {
  @builtin(position) position: vec4f,
  @location(0) @interpolate(flat, either) aberration_result: vec4f,
}

struct Cursor {
  place: vec2i,
  energy: u32,
  turns: i32,
}

@group(0) @binding(0) var steps: texture_2d<i32>;
@group(0) @binding(1) var<uniform> budget: u32;

fn field(word: u32, first: u32, count: u32) -> i32 {
  return i32(extractBits(word, first, count));
}

fn moved(before: Cursor, step: vec4i) -> Cursor {
  var after = before;
  after.place = (before.place + step.xy) & vec2i(15);
  after.energy -= min(before.energy, u32(step.z & 15) + 1u);
  if (step.w & 3) == 0 {
    after.place = after.place.yx;
    after.turns += 1;
  }
  return after;
}

fn walk(start: vec2i) -> Cursor {
  var cursor = Cursor(start, budget, 0);
  for (var k = 0; k < 8; k++) {
    if cursor.energy == 0u {
      break;
    }
    cursor = moved(cursor, textureLoad(steps, cursor.place, 0));
  }
  return cursor;
}

@vertex
fn main(
  @location(0) words: vec2u,
  @location(1) offset: vec3i,
  @location(2) aberration_place: vec2f,
  @builtin(vertex_index) number: u32,
) -> Out {
  let start = vec2i(field(words.x, 0u, 4u), field(words.x, 4u, 4u));
  let cursor = walk((start + offset.xy) & vec2i(15));
  let parity = i32(countOneBits(words.y ^ number) & 1u);
  let mixed = vec4i(cursor.place * 16, i32(cursor.energy) * 6 + parity, cursor.turns * 30 + offset.z);
  var out: Out;
  out.position = vec4f(aberration_place.x, -aberration_place.y, 0.0, 1.0);
  out.aberration_result = vec4f(mixed & vec4i(255)) / 255.0;
  return out;
}
