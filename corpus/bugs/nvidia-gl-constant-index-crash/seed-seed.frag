#version 460
layout(location = 0) out vec4 colour;
int turns_left = 400;
void main() {
    colour = vec4(0.0);
    uint global_6 = floatBitsToUint(vec2(3.0, 1.0)).x;
    while (1u != (false ? uvec2(0u)[global_6] : 0u)) {
        if (turns_left <= 0) {
            break;
        }
        turns_left--; }
}
