#version 330
uniform sampler2D s;
layout(location = 0) out vec4 colour;
void main() {
    int level = int(gl_FragCoord.x) & 1;
    colour = texelFetch(s, ivec2(1, 2), level);
}
