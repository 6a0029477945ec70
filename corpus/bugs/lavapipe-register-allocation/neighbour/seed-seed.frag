#version 330
layout(location = 0) out vec4 colour;
uint fold = 0u;
uint bits_of(float value) {
    return value == 0.0 ? 0u : floatBitsToUint(value);
}
ivec4 g4 = ivec4(81, 111, 72427670, -327090232);
vec2 func0(bvec3 p1, vec4 p2) {
    int k3 = 0;
    do {
        k3++;
        p1.x = p1.x;
        vec2 v5 = trunc(p2.xy);
        fold = (fold * 31u + (((uint(g4.x) * 31u + uint(g4.y)) * 31u + uint(g4.z)) * 31u + uint(g4.w))) * 31u + (bits_of(v5.x) * 31u + bits_of(v5.y));
    } while (k3 < 1);
    fold = (fold * 31u + ((uint(p1.x) * 31u + uint(p1.y)) * 31u + uint(p1.z))) * 31u + (((bits_of(p2.x) * 31u + bits_of(p2.y)) * 31u + bits_of(p2.z)) * 31u + bits_of(p2.w));
    return vec2(5.5, 66.0);
}
float g14 = -255.0;
vec2 func8(inout int p9, out bool p10) {
    p10 = true;
    int k13 = 0;
    while (k13 < 1) {
        k13++;
        fold = fold * 31u + bits_of(g14);
    }
    return vec2(11.5, 78.0);
}
void main() {
    vec2 v6 = func0(bvec3(false, true, false), vec4(5.5, 66.0, 121.0, 176.0));
    uint k7 = 0u;
    do {
        k7++;
        int v11 = 0;
        bool v12 = true;
        vec2 v15 = func8(v11, v12);
        fold = ((fold * 31u + uint(v11)) * 31u + uint(v12)) * 31u + (bits_of(v15.x) * 31u + bits_of(v15.y));
    } while (k7 < 1u);
    fold = fold * 31u + (bits_of(v6.x) * 31u + bits_of(v6.y));
    colour = vec4(float(fold >> 0u & 255u | 1u) * 0.00390625, float(fold >> 8u & 255u | 1u) * 0.00390625, float(fold >> 16u & 255u | 1u) * 0.00390625, 1.0);
}
