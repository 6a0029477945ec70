#version 450
layout(location = 0) out vec4 colour;
struct Pair { int cells[2]; };
void main() {
    Pair pair = Pair(int[2](0, 1));
    colour = vec4(float(pair.cells[0]), float(pair.cells[1]), 0.0, 1.0);
}
