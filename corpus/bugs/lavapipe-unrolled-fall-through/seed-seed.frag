#version 430
layout(location = 0) out vec4 colour;
void main() {
    uint value = 1u;
    for (uint i = 0u; i < 2u; i++) {
        switch (i) {
            case 1u:
                value++;
            default:
                value++;
                continue;
        }
    }
    colour = vec4(float(value) / 4.0, 0.0, 0.0, 1.0);
}
