#version 450
layout(std430, binding = 0) buffer Stored {
    uint in_0[4];
};
layout(std430, binding = 1) buffer Result {
    uint total;
};
layout(local_size_x = 1) in;
uint fold = 0u;
void main() {
    fold = in_0[int(in_0[2]) - -196625069];
    total = fold;
}
