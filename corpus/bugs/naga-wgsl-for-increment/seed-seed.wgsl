@group(0) @binding(0) var<storage, read_write> data: u32;
@compute @workgroup_size(1) fn main() {
    for (data++; data < 5u; data++) {
    }
}
