#version 300 es
precision highp float;
layout(location = 0) out vec4 colour;

void main() {
    bvec2 row[2] = bvec2[2](bvec2(true), bvec2(false));
    bvec2 kept[2] = row;
    row[1] = bvec2(true);
    colour = vec4(0.0, kept[1].x ? 1.0 : 0.0, 0.0, 1.0);
}
