#version 330
uniform sampler2D s;
layout(location = 0) out vec4 colour;
void main() {
    int level = int(gl_FragCoord.x) & 1;
    colour = vec4(float(textureSize(s, level).x) / 16.0, 0.0, 0.0, 1.0);
}
