#version 330
vec4 a_colour;
uint a_fold = 0u;
int a_turns_left = 400;
bool a_within_float(float a_a, float a_b) {
    return a_a <= a_b && a_a >= -a_b;
}
float a_exact_float(float a_a_2) {
    if (a_within_float(a_a_2, 256.0)) {
        return floor(a_a_2 * 8.0 + 0.015625) * 0.125;
    }
    if (a_within_float(a_a_2, 8388608.0)) {
        return floor((a_a_2 - floor(a_a_2 * 0.00390625) * 256.0) * 8.0) * 0.125;
    }
    return 1.0;
}
void a_main() {
    a_colour = vec4(0.0);
    uint a_k1 = 0u;
    do {
        if (a_turns_left <= 0) {
            break;
        }
        a_turns_left--;
        a_k1 -= 2u;
        a_fold = a_fold + 2u;
    } while (a_k1 > 0u);
    a_colour = vec4(0.0, a_exact_float(float(a_fold)), 0.0, 1.0);
}
vec4 b_colour;
void b_main() {
    b_colour = vec4(0.0);
}
layout(location = 0) out vec4 fused_colour;
void main() {
    a_main();
    b_main();
    vec4 first = floor(clamp(a_colour, vec4(0.0), vec4(1.0)) * 255.0 + vec4(0.5));
    vec4 second = floor(clamp(b_colour, vec4(0.0), vec4(1.0)) * 255.0 + vec4(0.5));
    vec4 result;
    result = floor((first + second) * 0.5);
    fused_colour = result / 255.0;
}
