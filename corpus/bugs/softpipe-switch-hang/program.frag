#version 300 es
precision highp float;
precision highp int;
layout(location = 0) out vec4 colour;
int sum = 0;
void main() {
    int column = int(gl_FragCoord.x);
    switch (column) {
        case 1:
            { }
            break;
        case 2:
            { }
            break;
        default:
            sum = sum * 31 + column;
            break;
    }
    sum = sum * 31 + column;
    colour = vec4(float(sum & 255) / 255.0);
}
