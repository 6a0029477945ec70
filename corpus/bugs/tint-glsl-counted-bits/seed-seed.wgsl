@group(0) @binding(0) var<storage, read_write> cell: i32;
@compute @workgroup_size(1) fn main() {
    let count = countOneBits(cell) + 32768i;
    cell = count;
}
