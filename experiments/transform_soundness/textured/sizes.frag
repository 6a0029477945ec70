#version 450
// What textures say of their size, beside constants that are the same numbers.
layout(set = 0, binding = 0) uniform sampler2D wide;
layout(set = 0, binding = 1) uniform sampler2D tall;
layout(set = 0, binding = 2) uniform sampler3D deep;
layout(location = 0) out vec4 colour;

void main() {
    ivec2 p = ivec2(gl_FragCoord.xy);
    ivec2 first = textureSize(wide, 0);
    ivec2 second = textureSize(tall, 0);
    ivec2 at = p % ivec2(32, 8);
    ivec2 other = ivec2(p.x % second.x, p.y % second.y);
    vec4 sum = texelFetch(wide, at, 0) + texelFetch(tall, other, 0);
    int total = 0;
    for (int k = 0; k < 4; k++) {
        ivec3 cell = ivec3((at.x + k) % 4, (at.y * 3 + k) % 16, k % 8);
        sum += texelFetch(deep, cell, 0) * 0.5;
        total += (cell.x * 16 + cell.y) * 8 + first.x * k;
    }
    total += textureQueryLevels(tall) * 4 + p.x * 32;
    if (p.y > 8) {
        total = total * 16 + p.y / 4;
    }
    colour = vec4(fract(sum.xy), float(total % 256) / 256.0, float(first.y * second.y) / 256.0);
}
