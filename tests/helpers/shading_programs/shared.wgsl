struct Counters { total: atomic<u32>, lowest: atomic<i32> }
@group(0) @binding(0) var<storage, read_write> counters: Counters;
@group(1) @binding(3) var<storage, read> input: array<vec4<u32>>;
@group(0) @binding(4) var target_image: texture_storage_2d<rgba8unorm, write>;
var<workgroup> tile: array<u32, 64>;
var<workgroup> flag: atomic<u32>;

fn reduce(at: u32) -> u32 {
    for (var stride = 32u; stride > 0; stride >>= 1) {
        workgroupBarrier();
        if at < stride {
            tile[at] += tile[at + stride];
        }
    }
    workgroupBarrier();
    return tile[0];
}

fn swap(a: ptr<function, u32>, b: ptr<function, u32>) {
    let kept = *a;
    *a = *b;
    (*b) = kept;
}

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) at: u32, @builtin(workgroup_id) group: vec3u) {
    let given = input[group.x * 64 + at];
    tile[at] = given.x + given[1];
    let total = reduce(at);
    if at == 0u {
        atomicStore(&flag, 0u);
        atomicAdd(&counters.total, total);
    }
    let old = atomicMax(&counters.lowest, -3);
    let result = atomicCompareExchangeWeak(&flag, 0u, 1u);
    var low = result.old_value;
    var high = select(1u, 2u, result.exchanged);
    swap(&low, &high);
    var colour = unpack4x8unorm(low ^ high);
    colour.w = f32(old) / 4.0;
    textureStore(target_image, vec2<i32>(i32(at), i32(group.y)), colour);
    let p = &tile;
    (*p)[at] = pack2x16float(colour.xy);
}
