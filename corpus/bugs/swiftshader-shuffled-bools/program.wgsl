@group(0) @binding(0) var<storage, read_write> result: array<u32, 2>;

@compute @workgroup_size(1) fn main() {
    var v = vec3<bool>(false, false, false);
    result[0] = u32(all(!v.xy));
    result[1] = u32(all(!v));
}
