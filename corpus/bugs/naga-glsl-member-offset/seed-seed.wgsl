struct Given {
    @size(8) first: u32,
    second: u32,
}
@group(0) @binding(0) var<storage, read_write> given: Given;
@compute @workgroup_size(1) fn main() {
    given.second = 7u;
}
