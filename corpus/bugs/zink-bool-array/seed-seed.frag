#version 330
out vec4 colour;
void main() {
    bvec4 cells[3] = bvec4[3](bvec4(false), bvec4(true), bvec4(false));
    colour = vec4(float(cells[int(gl_FragCoord.x) % 3].x));
}
