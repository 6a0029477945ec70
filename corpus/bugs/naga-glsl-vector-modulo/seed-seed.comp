#version 450
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer Cells {
    uvec2 pair;
    uint word, more;
};
void main() {
    pair = pair % word;
}
