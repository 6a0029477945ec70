#version 460
layout(location = 0) out vec4 colour;
void main() {
    int a = 1;
    int d = (a = 3, a * 2);
    colour = vec4(float(d) / 16.0, float(a) / 16.0, 0.0, 1.0);
}
