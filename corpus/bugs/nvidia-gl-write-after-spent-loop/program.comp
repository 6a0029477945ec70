#version 460
float global_9 = 0.0;
layout(std430, binding = 1) buffer buffer_1 {
    uint ext_14;
};
layout(local_size_x = 1) in;
int turns_left = 400;
void main() {
    for (uint own_41 = 1u; own_41 >= 1u; own_41 -= 3u) {
        if (turns_left <= 0) {
            break;
        }
        turns_left--; }
    do {
        if (turns_left <= 0) {
            break;
        }
        turns_left--;
        global_9 = 0u == uaddCarry(0u, 0u, ext_14) ? 0.0 : 0.0;
    } while (true);
}
