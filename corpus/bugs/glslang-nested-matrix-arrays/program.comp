#version 430
layout(std430, binding = 0) buffer Data {
    int given;
    float part;
};
layout(local_size_x = 1) in;

void main() {
    mat2 list[1][2] = mat2[1][2](mat2[2](mat2(1.0, 2.0, 3.0, 4.0), mat2(5.0, 6.0, 7.0, 8.0)));
    part = list[0][given][0].y;
}
