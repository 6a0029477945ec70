@group(0) @binding(0) var<storage, read_write> result: u32;
var<private> cell: u32 = 33u;
@compute @workgroup_size(1) fn main() {
    cell = cell << cell;
    result = cell;
}
