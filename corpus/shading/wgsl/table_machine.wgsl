// A state machine whose transitions lie in a texture of integers, fed by another one that says how much it feeds.
@group(0) @binding(0) var transitions: texture_2d<u32>;
@group(0) @binding(1) var letters: texture_2d<u32>;
@group(0) @binding(2) var<uniform> first: u32;

const STATES = 8u;

struct Machine {
  state: u32,
  depth: i32,
  accepted: u32,
  crossed: u32,
}

fn letter_at(row: u32, at: u32) -> u32 {
  return textureLoad(letters, vec2u(at & 15u, row & 15u), 0).g & 15u;
}

fn advance(machine: ptr<function, Machine>, letter: u32) -> bool {
  let entry = textureLoad(transitions, vec2u(letter, (*machine).state), 0);
  switch entry.y % 5u {
    case 0u: {
      (*machine).depth += 1;
    }
    case 1u: {
      if (*machine).depth == 0 {
        return false;
      }
      (*machine).depth -= 1;
    }
    case 2u, 3u: {
      (*machine).accepted = (*machine).accepted * 3u + letter;
    }
    default: {
      (*machine).crossed ^= entry.z;
    }
  }
  (*machine).state = entry.x % STATES;
  return true;
}

@fragment
fn main(@builtin(position) position: vec4f) -> @location(0) vec4f {
  let cell = vec2u(position.xy) / 2u;
  var machine = Machine((first + cell.x) % STATES, 1, 0u, 0u);
  let count = 4u + (textureLoad(letters, vec2u(0u, cell.y & 15u), 0).a & 7u);
  var at = 0u;
  var alive = true;
  loop {
    if at >= count || !alive {
      break;
    }
    alive = advance(&machine, letter_at(cell.y, cell.x + at));
    continuing {
      at += 1u;
    }
  }
  let red = machine.state * 32u + u32(machine.depth);
  let green = (machine.accepted & 127u) + select(0u, 128u, alive);
  let blue = (machine.crossed + at * 16u) & 255u;
  return vec4f(vec3f(vec3u(red, green, blue)) / 255.0, 1.0);
}
