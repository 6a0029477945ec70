struct Cells {
    divisor: i32,
    quotient: i32,
}
@group(0) @binding(0) var<storage, read_write> cells: Cells;
@compute @workgroup_size(1) fn main() {
    cells.quotient = 7 / cells.divisor;
}
