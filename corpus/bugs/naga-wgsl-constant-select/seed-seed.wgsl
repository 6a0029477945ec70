@group(0) @binding(0) var<storage, read_write> result: vec3<u32>;
@compute @workgroup_size(1) fn main() {
    result = select(vec3u(1u, 2u, 3u), vec3u(4u), vec3<bool>(vec2<bool>(false), true));
}
