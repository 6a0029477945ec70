#version 450
// Edges of a picture from gathers of four texels: cross differences, a vote of the channels, hysteresis.
layout(set = 0, binding = 0) uniform sampler2D image;
layout(set = 0, binding = 1) uniform buf1 { ivec2 thresholds; };
layout(location = 0) out vec4 colour;

const float SIDE = 32.0;

struct Quad {
  ivec4 red;
  ivec4 green;
  ivec4 blue;
};

Quad gather(vec2 corner) {
  return Quad(
    ivec4(textureGather(image, corner, 0) * 256.0),
    ivec4(textureGather(image, corner, 1) * 256.0),
    ivec4(textureGather(image, corner, 2) * 256.0)
  );
}

int steepness(ivec4 four) {
  // The texels come as lower left, lower right, upper right, upper left.
  return max(abs(four.x - four.z), abs(four.y - four.w));
}

int edgeAt(ivec2 cell) {
  vec2 corner = (vec2(cell) + 1.0) / SIDE;
  Quad quad = gather(corner);
  ivec3 steep = ivec3(steepness(quad.red), steepness(quad.green), steepness(quad.blue));
  int votes = 0;
  for (int channel = 0; channel < 3; channel++) {
    votes += steep[channel] > thresholds.y ? 2 : int(steep[channel] > thresholds.x);
  }
  return votes;
}

bool nearStrongEdge(ivec2 cell) {
  const ivec2 around[4] = ivec2[](ivec2(1, 0), ivec2(0, 1), ivec2(-1, 0), ivec2(0, -1));
  for (int k = 0; k < 4; k++) {
    if (edgeAt(cell + around[k]) >= 5) {
      return true;
    }
  }
  return false;
}

void main() {
  ivec2 pixel = ivec2(gl_FragCoord.xy);
  ivec2 cell = pixel >> 3;
  int votes = edgeAt(cell);
  ivec4 alpha = ivec4(textureGather(image, (vec2(cell) + 1.0) / SIDE, 3) * 256.0);
  int inside = (pixel.x >> 2 & 1) + (pixel.y >> 2 & 1) * 2;
  ivec3 shade = ivec3(votes * 40, alpha[inside] >> 1, (alpha.x + alpha.z) & 255);
  if (votes >= 3 && nearStrongEdge(cell)) {
    shade.r = 255;
  } else if (votes == 0) {
    shade = shade.bgr;
  }
  colour = vec4(vec3(shade) / 255.0, 1.0);
}
