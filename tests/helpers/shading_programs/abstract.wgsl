enable f16;
const BIG = 0x7fffffff;
const WIDE = 1099511627776 / 1048576;
const TINY = 1e-3 * 2 + 0x1p-4;
const MASK: u32 = 0xffffffff;
const VECTOR = vec3(1, 2.5, 3);
const MATRIX = mat2x2(1, 2, 3, 4);
const NESTED = array(array(1, 2), array(3, 4));
const CHOSEN = select(1.0, 2, true);
const SHIFTED = (1 << 4) | 3;
const ROOT = sqrt(16.0) + floor(2.7) + max(1, 2.5);
const TRUTH = BIG > 5 && !(WIDE == 3);
const_assert TRUTH;
const_assert NESTED[1][0] == 3 && VECTOR.y > 2;
@group(0) @binding(0) var<storage, read_write> result: array<vec4<f32>, 4>;

fn narrow(x: f16) -> f16 { return x * 2h + f16(TINY) + 1; }

@compute @workgroup_size(1)
fn main() {
    let a = BIG;
    let b: u32 = MASK - 1;
    let c: f32 = WIDE;
    let d = VECTOR * 2;
    let e: vec3<f16> = VECTOR;
    var f: array<array<i32, 2>, 2> = NESTED;
    let g = 1 + c;
    let h = i32(3.9) + a / 3;
    let k = u32(ROOT) << 2;
    f[a & 1][h & 1] = SHIFTED;
    let m = MATRIX * vec2(c, 1);
    let n = vec2<i32>(1, 2) * 3 + vec2(a, h);
    let w = f32(narrow(e.x));
    let t = -5 % 3;
    result[0] = vec4(d, g);
    result[1] = vec4(m, f32(n.x), w);
    result[2] = vec4<f32>(f32(b), f32(k), CHOSEN, f32(t));
    result[3] = vec4(vec2<f32>(vec2(i32(a), 2)), f32(f[0][1]), bitcast<f32>(0x3f800000u));
}
