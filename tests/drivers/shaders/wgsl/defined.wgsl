// What other languages leave undefined and WGSL defines: division by zero, the one quotient that overflows, shifts, and
// conversions out of range (WGSL, sections Arithmetic Expressions, Bit Expressions and Value Conversion).
@group(0) @binding(0) var<storage, read> operands: array<i32>;
@group(0) @binding(3) var<storage, read_write> results: array<array<u32, 12>, 16>;

@compute @workgroup_size(16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let a = operands[id.x];
  let b = operands[(id.x * 5u + 3u) % arrayLength(&operands)];
  let ua = bitcast<u32>(a);
  let ub = bitcast<u32>(b);
  let row = &results[id.x];
  (*row)[0] = bitcast<u32>(a / b);
  (*row)[1] = bitcast<u32>(a % b);
  (*row)[2] = ua / ub;
  (*row)[3] = ua % ub;
  (*row)[4] = ua << (ub & 31u);
  (*row)[5] = bitcast<u32>(a >> (ub & 31u));
  (*row)[6] = bitcast<u32>(a * b + a - b);
  (*row)[7] = reverseBits(ua) ^ countOneBits(ub);
  (*row)[8] = firstLeadingBit(ua) + 3u * firstTrailingBit(ub);
  (*row)[9] = bitcast<u32>(firstLeadingBit(a)) + countLeadingZeros(ub);
  (*row)[10] = extractBits(ua, ub & 15u, 9u) + bitcast<u32>(extractBits(a, 5u, 7u));
  (*row)[11] = insertBits(ua, ub, 8u, 12u) ^ bitcast<u32>(-abs(min(a, b)) ^ clamp(b, -5, 9));
}
