#version 310 es
precision highp float;
precision highp int;
// Weaves the lanes together again.
layout(location = 1) flat in uvec2 second;
layout(location = 2) flat in int shift;
layout(location = 4) flat in uvec2 first;
layout(location = 0) out vec4 colour;

void main() {
    uint woven = 0u;
    for (int k = 0; k < 8; k++) {
        woven |= (first.x >> k & 1u) << (2 * k);
        woven |= (second.x >> k & 1u) << (2 * k + 1);
    }
    woven += uint(shift) + first.y * second.y;
    uvec3 parts = uvec3(woven, woven >> 8, woven >> 16) & 255u;
    colour = vec4(vec3(parts) * 0.00390625, 1.0);
}
