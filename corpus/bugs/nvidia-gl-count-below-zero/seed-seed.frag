#version 330
layout(location = 0) out vec4 colour;
uint fold = 0u;
void main() {
    uint k1 = 0u;
    do {
        k1 -= 2u;
        fold = fold + 2u;
    } while (k1 > 0u);
    colour = vec4(0.0, float(fold), 0.0, 1.0);
}
