// Constants computed from constants, asserted, and tables of them picked by a number that is not one.
@group(0) @binding(0) var<uniform> choice: u32;

const BASE = 6;
const AREA: i32 = BASE * (BASE + 1) / 2;
const HALF = 0x1p-1;
const MASK = (1u << 5u) - 1u;
const_assert AREA == 21;
const_assert HALF * 4 == 2.0 && MASK == 31u;

const table = array<vec2<i32>, 4>(vec2(AREA, 1), vec2(2, -BASE), vec2i(3), vec2(-4, 5));

fn pick(i: u32) -> vec2i {
  var rows = table;
  return rows[i & 3u];
}

@fragment
fn main(@builtin(position) position: vec4f) -> @location(0) vec4f {
  const scale = vec3(1, 2, 4) * 8;
  let p = vec2u(position.xy);
  let a = pick(choice + p.x / 8u);
  let b = pick(p.y / 16u);
  let sum = vec3i(a + b, i32(p.x & MASK)) * scale;
  let shade = vec3f(sum & vec3i(255));
  return vec4f(shade / 255.0, HALF * f32(1 + i32(a.x > b.y)));
}
