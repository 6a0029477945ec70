#version 450
// Keeps the numbers between two bounds, in order, at the front of each workgroup's part; the rest is filled up.
layout(local_size_x = 64) in;
layout(std430, set = 0, binding = 0) readonly buffer Stream { int stream[192]; };
layout(std430, set = 0, binding = 1) writeonly buffer Kept { int kept[192]; };
layout(std430, set = 0, binding = 2) buffer Counts {
  uint total;
  uint counts[3];
};
layout(push_constant) uniform buf_push { ivec2 bounds; };

shared uint places[2][64];

uint scan(uint lane, uint flag) {
  uint side = 0u;
  places[0][lane] = flag;
  for (uint reach = 1u; reach < 64u; reach *= 2u) {
    barrier();
    uint sum = places[side][lane];
    if (lane >= reach) {
      sum += places[side][lane - reach];
    }
    side = 1u - side;
    places[side][lane] = sum;
  }
  barrier();
  return side;
}

void main() {
  uint lane = gl_LocalInvocationID.x;
  int number = stream[gl_GlobalInvocationID.x];
  bool wanted = number >= bounds.x && number <= bounds.y;
  uint side = scan(lane, wanted ? 1u : 0u);
  uint place = places[side][lane];
  uint count = places[side][63];
  uint base = gl_WorkGroupID.x * 64u;
  if (wanted) {
    kept[base + place - 1u] = number;
  } else {
    kept[base + count + lane - place] = -1;
  }
  switch (lane) {
    case 0u:
      counts[gl_WorkGroupID.x] = count;
      break;
    case 1u:
      atomicAdd(total, count);
      break;
    default:
      break;
  }
}
