#version 460
// A product of whole matrices whose rows lie apart, one element for each invocation that is inside.
layout(local_size_x = 1, local_size_y = 2) in;
layout(std430, binding = 0) readonly restrict buffer Left { int left[]; };
layout(std430, binding = 1) readonly restrict buffer Right { int right[]; };
layout(std430, binding = 2) restrict buffer Product { int product[]; };

const uvec2 shape = uvec2(3u, 3u);
const uint inner = 4u;

bool inside(uvec2 at) {
  return all(lessThan(at, shape));
}

void main() {
  uvec2 at = gl_GlobalInvocationID.xy;
  if (!inside(at)) {
    return;
  }
  int sum = 0;
  for (uint k = 0u; k < inner; k++) {
    sum += left[at.y * inner + k] * right[k * shape.x + at.x];
  }
  product[at.y * shape.x + at.x] = sum;
  if (at == uvec2(0u)) {
    product[0] -= product.length();
  }
}
