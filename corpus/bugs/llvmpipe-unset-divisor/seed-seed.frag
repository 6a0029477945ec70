#version 330
layout(location = 0) out vec4 colour;
void main() {
    int a, b, i, j;
    if (!(!(uint(ivec2(gl_FragCoord.xy).y) - 1u + 1u < 0u))) {
        i = 0 % b;
    }
    a = b = ivec2(gl_FragCoord.xy).x;
    if (!(b < 0)) {
        for (i = 0, j = 0; i < j; i++, --j) { }
    }
    int f[3];
    f[0] = f[1] = f[2] = 0 & 0;
    f[i - j]++;
    colour = vec4(vec3(ivec3(0, 0, f[0] * 1 + 0)), 1.0);
}
