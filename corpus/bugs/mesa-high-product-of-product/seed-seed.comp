#version 450
layout(std430, binding = 0) buffer Data {
    int given;
    int high;
    int low;
};
layout(local_size_x = 1) in;

void main() {
    imulExtended(given * -1936391135, 6, high, low);
}
