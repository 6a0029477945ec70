#version 450
// Texels that are fetched along a walk: the place moves on right behind each fetch.
layout(set = 0, binding = 0) uniform sampler2D ground;
layout(set = 0, binding = 1) uniform isampler2D marks;
layout(location = 0) out vec4 colour;

void main() {
    ivec2 p = ivec2(gl_FragCoord.xy) % 16;
    vec4 sum = vec4(0.0);
    int seen = 0;
    for (int k = 0; k < 6; k++) {
        vec4 texel = texelFetch(ground, p, 0);
        p = (p * 3 + ivec2(k, 5)) % 16;
        sum += texel * 0.25;
        if (texel.x < 0.5) {
            seen += texelFetch(marks, p / 2, 0).y;
            p = (p + ivec2(7, 1)) % 16;
        }
    }
    ivec4 corner = texelFetch(marks, ivec2(3, 2), 0);
    sum += texelFetchOffset(ground, ivec2(2, 9), 0, ivec2(1, -3)) * float(corner.z & 1);
    colour = vec4(fract(sum.xy), float(seen & 255) / 256.0, 1.0);
}
