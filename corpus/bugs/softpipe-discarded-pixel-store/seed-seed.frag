#version 330
layout(location = 0) out vec4 colour;
void main() {
    float cells[2] = float[2](0.25, 0.5);
    int column = int(gl_FragCoord.x);
    if (column > 0) {
        discard;
    }
    cells[column * 100000000] = 1.0;
    colour = vec4(cells[0]);
}
