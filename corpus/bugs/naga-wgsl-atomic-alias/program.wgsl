alias Count = u32;
@group(0) @binding(0) var<storage, read_write> count: atomic<Count>;
@compute @workgroup_size(1) fn main() {
    atomicAdd(&count, 2u);
}
