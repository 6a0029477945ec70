#version 430
layout(location = 0) out vec4 colour;
mat2x4 global_1 = mat2x4(0.0);
uint global_12 = 2u;
uint clamp_index_uint(uint a, uint b) {
    if (a < b) {
        return a;
    }
    return b - 1u;
}
void main() {
    colour = vec4(0.0);
    global_1[clamp_index_uint(global_12, 2u)].rg = vec2(1.0);
    if (ivec2(0)[clamp_index_uint(global_12, 2u)] != 1) { }
    colour = global_1[1];
}
