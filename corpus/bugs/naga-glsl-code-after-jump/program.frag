#version 450
layout(location = 0) out vec4 colour;
float half_of(float x) {
    return x / 2.0;
}
void main() {
    float sum = 0.5;
    for (int k = 0; k < 2; k++) {
        continue;
        sum = half_of(sum);
    }
    colour = vec4(sum);
}
