#version 310 es
layout(std430, binding = 0) buffer Cells {
    uint count;
};
layout(local_size_x = 1) in;
void main() {
    switch (count += 1u) {
    }
}
