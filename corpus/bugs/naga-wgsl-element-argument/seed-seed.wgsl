@group(0) @binding(0) var<storage, read_write> result: array<i32, 1>;

fn first_of(place: ptr<function, i32>) -> i32 {
    return *place;
}

@compute @workgroup_size(1) fn main() {
    var pair = array<i32, 2>(3, 4);
    result[0] = first_of(&pair[1]);
}
