#version 310 es
// Lanes by location, given in another order than they are taken.
in vec2 aberration_place;
in uvec4 lanes;
in ivec2 by;
layout(location = 4) flat out uvec2 evens;
layout(location = 1) flat out uvec2 odds;
layout(location = 2) flat out int moved;

void main() {
    uvec4 mixed = lanes;
    for (int k = 0; k < 3; k++) {
        mixed = mixed.yzwx ^ (mixed << 3);
    }
    evens = mixed.xz;
    odds = mixed.yw;
    moved = (by.x - by.y) * 3;
    gl_Position = vec4(aberration_place, 0.0, 1.0);
    gl_PointSize = 1.0;
}
