#version 430 core
#define TILE 4
#define SIZE 8
layout(local_size_x = TILE, local_size_y = TILE) in;

layout(std430, binding = 0) buffer Product {
    float a[SIZE * SIZE];
    float b[SIZE * SIZE];
    float c[SIZE * SIZE];
};

shared float tileA[TILE][TILE], tileB[TILE][TILE];

void main() {
    uint row = gl_GlobalInvocationID.y, column = gl_GlobalInvocationID.x;
    uint r = gl_LocalInvocationID.y, k = gl_LocalInvocationID.x;
    float sum = 0.0;
    for (uint t = 0u; t < uint(SIZE / TILE); ++t) {
        tileA[r][k] = a[row * SIZE + t * TILE + k];
        tileB[r][k] = b[(t * TILE + r) * SIZE + column];
        barrier();
        for (uint i = 0u; i < uint(TILE); ++i)
            sum += tileA[r][i] * tileB[i][k];
        barrier();
    }
    c[row * SIZE + column] = sum;
}
