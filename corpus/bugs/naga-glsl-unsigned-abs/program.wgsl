@group(0) @binding(0) var<storage, read_write> result: u32;
@compute @workgroup_size(1) fn main() {
    result = abs(result);
}
