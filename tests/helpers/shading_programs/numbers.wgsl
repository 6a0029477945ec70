const COUNT = 4;
const SCALE: f32 = 1.5 * COUNT;
const OFFSETS = array(vec2(0.5, 1), vec2(1, 0.25));
override limit: u32 = 3;
@id(7) override bias: f32;
const_assert COUNT * 2 == 8;
alias Pair = vec2<i32>;
struct Settings { tint: vec4<f32>, shape: mat2x3<f32>, @align(16) counts: vec3<u32>, flags: u32 }
struct Item { key: Pair, @size(16) weight: f32 }
@group(0) @binding(0) var<uniform> settings: Settings;
@group(0) @binding(1) var<storage, read_write> items: array<Item>;
@group(0) @binding(2) var<storage> source: array<u32, 16>;
var<private> calls: i32 = -1;

fn mix_bits(a: u32, b: i32) -> u32 {
    var x = a ^ (u32(b) << 3u);
    x = (x >> 2) * 2654435761 + 7u;
    return x % 17 + select(0u, 1u, b > 2);
}

fn pick(value: i32) -> i32 {
    switch value {
        case 0: { return 1; }
        case 1, 2: { calls += 1; }
        case default: { return -value; }
    }
    return calls;
}

fn change(place: ptr<function, f32>, by: f32) -> bool {
    *place = *place + by;
    return *place < SCALE;
}

fn halves(value: f32) -> array<f32, 2> {
    return array<f32, 2>(value / 2, value - 0.5);
}

@compute @workgroup_size(8, COUNT)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(local_invocation_index) index: u32) {
    var sum = 0.0;
    for (var i = 0; i < COUNT; i++) {
        if i == 2 { continue; }
        sum += OFFSETS[i & 1].x * f32(i);
    }
    var step = 0u;
    loop {
        if step > limit { break; }
        continuing { step += 1u; break if sum > 100.0; }
    }
    while change(&sum, bias) { sum *= 1.25; }
    let moved = settings.shape * vec2(sum, 1.0);
    let parts = halves(dot(moved, settings.tint.xyz));
    var item: Item;
    item.key = Pair(pick(i32(index)), 2);
    item.key.y <<= 1u;
    item.weight = clamp(parts[1], 0, 1) + fract(sum);
    let bits = bitcast<u32>(item.weight) & 0xff;
    let length = arrayLength(&items);
    items[id.x % length] = item;
    items[0].key.x = i32(mix_bits(bits, calls) + source[id.y & 15u]);
    let whole = vec3<i32>(settings.counts) + vec3(1, 2, 3);
    _ = any(whole > vec3<i32>(2)) && !all(vec2<bool>(true, id.z == 1));
    let split = frexp(sum);
    sum = ldexp(split.fract, split.exp) + modf(sum).whole;
    items[1].weight = sum + f32(countOneBits(bits) + extractBits(bits, 2, 3));
}
