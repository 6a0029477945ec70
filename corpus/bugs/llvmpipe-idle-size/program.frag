#version 400
uniform sampler2D layers[2];
uniform int last;
layout(location = 0) out vec4 colour;
void main() {
    int sum = 0;
    int first = int(gl_FragCoord.x) & 1;
    if (first == 1) {
        for (int k = 0; k < last; k++) {
            sum = textureSize(layers[k], 0).x;
        }
    }
    colour = vec4(float(sum) / 16.0);
}
