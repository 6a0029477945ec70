#version 430
// Moves the stones of a board along its diagonals, from one image into another, and counts them.
layout(local_size_x = 8, local_size_y = 4) in;
layout(binding = 0, rgba32i) readonly uniform iimage2D board;
layout(binding = 1, rgba32i) uniform iimage2D painted;
layout(binding = 2, r32ui) uniform uimage2D counted;

ivec2 moved(ivec2 place, ivec2 size, int turns) {
  ivec2 step = ivec2(1, 1);
  for (int turn = 0; turn < turns; turn++) {
    ivec2 next = place + step;
    if (next.x < 0 || next.x >= size.x) step.x = -step.x;
    if (next.y < 0 || next.y >= size.y) step.y = -step.y;
    place += step;
  }
  return place;
}

void main() {
  ivec2 at = ivec2(gl_GlobalInvocationID.xy);
  ivec2 size = imageSize(board);
  ivec4 own = imageLoad(board, at);
  ivec4 other = imageLoad(board, moved(at, size, own.x & 7));
  ivec4 before = imageLoad(painted, at);
  ivec4 made = own.wxyz + other * 3 - before;
  imageStore(painted, at, made);
  if ((made.x & 1) == 0) {
    imageAtomicAdd(counted, ivec2(at.y & 1, 0), uint(made.y & 15));
  } else {
    imageAtomicAdd(counted, ivec2(0, 1), uint(own.z & 15));
  }
}
