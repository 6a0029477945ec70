#version 450
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer Data { uint word; int bits; };
void main() {
    int count = bitCount(word);
    bits = count;
}
