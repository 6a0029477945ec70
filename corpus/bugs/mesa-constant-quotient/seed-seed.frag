#version 300 es
precision highp float;
precision highp int;
layout(location = 0) out vec4 colour;
int quotient(int a, int b) {
    if (b == 0 || (b == -1 && a == -2147483647 - 1)) {
        return a;
    }
    return a / b;
}
void main() {
    int least = quotient(-2147483647 - 1, -1);
    colour = vec4(least < 0 ? 1.0 : 0.0, 0.0, 0.0, 1.0);
}
