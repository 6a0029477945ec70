#version 330 core
// Keeps the points whose number has a small divisor.
flat in int kept;
in vec2 corner;
out vec4 colour;

void main() {
    if (kept == 1) {
        discard;
    }
    int level = 0;
    for (int k = 0; k < 3; k++) {
        level += kept >> k;
    }
    colour = vec4(corner, float(level) * 0.03125, 1.0);
}
