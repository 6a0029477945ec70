#version 400
uniform sampler2D layers[2];
layout(location = 0) out vec4 colour;
void main() {
    vec4 sum = vec4(0.0);
    int first = int(gl_FragCoord.x) & 1;
    if (first == 1) {
        for (int k = 0; k < 2; k++) {
            sum = textureLod(layers[k], vec2(0.3), 0.0);
        }
    }
    colour = sum;
}
