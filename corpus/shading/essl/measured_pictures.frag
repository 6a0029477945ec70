#version 300 es
// Pictures of unlike sizes that are asked how large they are, and laid into one frame by whole numbers.
precision highp float;
precision highp int;
precision highp sampler2D;
precision highp isampler3D;
precision highp sampler2DArray;

uniform sampler2D flatOne;
uniform isampler3D deep;
uniform sampler2DArray sheets;
uniform ivec2 frame;
out vec4 colour;

ivec2 centred(ivec2 pixel, ivec2 size) {
  return pixel - (frame - size) / 2;
}

bool inside(ivec2 place, ivec2 size) {
  return all(greaterThanEqual(place, ivec2(0))) && all(lessThan(place, size));
}

ivec3 wallpaper(ivec2 pixel) {
  ivec3 size = textureSize(deep, 0);
  ivec3 place = ivec3(pixel % size.xy, (pixel.x / size.x + pixel.y / size.y) % size.z);
  return texelFetch(deep, place, 0).rgb >> 1;
}

// The largest sheet's side that divides both sides of the frame.
int commonStride() {
  ivec3 size = textureSize(sheets, 0);
  for (int side = max(size.x, size.y); side > 1; side--) {
    if (frame.x % side == 0 && frame.y % side == 0) {
      return side;
    }
  }
  return 1;
}

ivec3 stamped(ivec2 pixel, ivec3 below) {
  ivec3 size = textureSize(sheets, 0);
  int stride = commonStride();
  ivec2 at = pixel % (stride * 2);
  int layer = (pixel.x / (stride * 2)) % size.z;
  if (!inside(at, size.xy)) {
    return below;
  }
  ivec4 texel = ivec4(texelFetch(sheets, ivec3(at, layer), 0) * 256.0);
  return texel.a < 100 ? below : texel.rgb;
}

void main() {
  ivec2 pixel = ivec2(gl_FragCoord.xy);
  ivec3 shade = stamped(pixel, wallpaper(pixel));
  ivec2 size = textureSize(flatOne, 0);
  ivec2 place = centred(pixel, size);
  if (inside(place, size)) {
    ivec2 edge = min(place, size - 1 - place);
    int rim = min(edge.x, edge.y);
    ivec3 middle = ivec3(texelFetch(flatOne, place, 0).rgb * 256.0);
    shade = rim < 2 ? shade / 2 + 20 * size.x : middle;
  }
  colour = vec4(vec3(min(shade, 255)) / 255.0, 1.0);
}
