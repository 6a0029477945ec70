@group(0) @binding(0) var<storage, read_write> data: array<vec2<u32>, 2>;
@compute @workgroup_size(1) fn main() {
    data[0] = data[1] << vec2<u32>(data[0].x, 33u);
}
