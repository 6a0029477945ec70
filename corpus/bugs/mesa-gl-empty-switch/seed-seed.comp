#version 430
layout(std430, binding = 0) buffer Result {
    int left;
};
layout(local_size_x = 1) in;

void main() {
    switch (left -= 1) {
    }
}
