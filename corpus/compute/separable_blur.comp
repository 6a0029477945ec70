#version 450
// A binomial blur of rows of sixteen floats, in two directions; weights are powers of two, so all sums are exact.
layout(local_size_x = 16, local_size_y = 2) in;
layout(std430, set = 0, binding = 0) readonly buffer Image { float image[128]; };
layout(std430, set = 0, binding = 1) writeonly buffer Blurred { float blurred[128]; };
layout(set = 0, binding = 2) uniform buf2 { vec3 weights; };

shared float strip[4][18];

float across(uint row, uint at) {
  precise float sum = strip[row][at] * weights.x;
  sum += strip[row][at + 1u] * weights.y;
  sum += strip[row][at + 2u] * weights.z;
  return sum;
}

void main() {
  uint x = gl_LocalInvocationID.x;
  for (uint part = 0u; part < 2u; part++) {
    uint row = gl_LocalInvocationID.y + 2u * part;
    uint line = gl_WorkGroupID.x * 4u + row;
    float own = image[line * 16u + x];
    strip[row][x + 1u] = own;
    if (x == 0u) {
      strip[row][0] = own;
    } else if (x == 15u) {
      strip[row][17] = own;
    }
  }
  barrier();
  vec2 rows;
  for (uint part = 0u; part < 2u; part++) {
    rows[part] = across(gl_LocalInvocationID.y + 2u * part, x);
  }
  barrier();
  strip[gl_LocalInvocationID.y][x] = rows.x;
  strip[gl_LocalInvocationID.y + 2u][x] = rows.y;
  barrier();
  for (uint part = 0u; part < 2u; part++) {
    uint row = gl_LocalInvocationID.y + 2u * part;
    uint above = row == 0u ? 0u : row - 1u;
    uint below = min(row + 1u, 3u);
    precise float sum = (strip[above][x] + strip[below][x]) * 0.25 + strip[row][x] * 0.5;
    blurred[(gl_WorkGroupID.x * 4u + row) * 16u + x] = sum;
  }
}
