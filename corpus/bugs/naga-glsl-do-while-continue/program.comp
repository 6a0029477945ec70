#version 450
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer Data { int last; int turns; };
void main() {
    int k = 0, passed = 0;
    do {
        k++;
        if (k == 3) {
            continue;
        }
        passed++;
    } while (k < last);
    turns = k * 16 + passed;
}
