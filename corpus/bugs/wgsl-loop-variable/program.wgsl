@group(0) @binding(0) var<storage, read_write> result: array<u32, 1>;

@compute @workgroup_size(1) fn main() {
    for (var turn = 0; turn < 3; turn++) {
        var count: u32;
        count += 1u;
        result[0] = count;
    }
}
