#version 450
// A walk over a picture: each texel says where the walker turns, how far it goes, and what it gathers.
layout(set = 0, binding = 0) uniform sampler2D image;
layout(set = 0, binding = 1) uniform buf1 { int stepLimit; };
layout(location = 0) out vec4 colour;

const ivec2 SIZE = ivec2(24, 20);

struct Walker {
  ivec2 place;
  ivec2 heading;
  int gathered;
  int turns;
};

ivec4 texelAt(ivec2 place) {
  return ivec4(texelFetch(image, place, 0) * 256.0);
}

ivec2 left(ivec2 heading) {
  return ivec2(-heading.y, heading.x);
}

bool advance(inout Walker walker) {
  ivec4 found = texelAt(walker.place);
  if (found.a == 17) {
    return false;
  }
  if ((found.r & 3) == 0) {
    walker.heading = left(walker.heading);
    walker.turns++;
  } else if ((found.g & 7) == 1) {
    walker.heading = -walker.heading;
    walker.turns += 2;
  }
  int strides = 1 + (found.b & 1);
  // No more than two texels outside, so that one size more is enough.
  walker.place = (walker.place + walker.heading * strides + SIZE) % SIZE;
  walker.gathered += found[walker.turns & 3];
  return true;
}

void main() {
  ivec2 pixel = ivec2(gl_FragCoord.xy) >> 2;
  ivec2 heading = (pixel.x & 1) == 0 ? ivec2(1, 0) : ivec2(0, -1);
  Walker walker = Walker(pixel % SIZE, heading, 0, 0);
  int steps = 0;
  while (steps < stepLimit && advance(walker)) {
    steps++;
  }
  ivec4 last = texelAt(walker.place);
  ivec3 shade = ivec3(walker.gathered, walker.turns * 12 + last.g, steps * 17 ^ last.b);
  colour = vec4(vec3(shade & 255) / 255.0, 1.0);
}
