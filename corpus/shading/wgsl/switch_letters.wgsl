// A scanner of three states over a text that depends on the pixel.
@group(0) @binding(0) var<uniform> offset: i32;

const SPACE = 0;
const WORD = 1;
const NUMBER = 2;

fn letter(at: i32, seed: i32) -> i32 {
  return (at * 7 + seed * (at + offset)) & 7;
}

fn scan(seed: i32) -> vec3i {
  var state = SPACE;
  var found = vec3i();
  for (var i: i32 = 0; i < 24; i++) {
    switch letter(i, seed) {
      case 0, 1: {
        state = SPACE;
      }
      case 2, 3, 4: {
        if state == NUMBER {
          found.z++;
          break;
        }
        found.x += i32(state != WORD);
        state = WORD;
      }
      case 5: {
        if state == WORD { continue; }
        state = NUMBER;
        found.y++;
      }
      default: {
        found.z += 1;
        state = select(state, SPACE, found.z % 3 == 0);
      }
    }
  }
  return found;
}

@fragment
fn main(@builtin(position) position: vec4f) -> @location(0) vec4f {
  let found = scan(i32(position.x) ^ (i32(position.y) << 2u));
  return vec4f(vec3f(found * 20) / 255.0, 1.0);
}
