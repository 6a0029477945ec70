#version 450 core
// Audits a ledger: each entry is looked up by another one.
in Ledger {
    flat uint total;
    flat uvec2 halves;
    flat int table[4];
} book;
layout(location = 0) out vec4 colour;

void main() {
    uint index = book.halves.x & 3u;
    int sum = 0;
    for (int k = 0; k < 4; k++) {
        index = (index * 3u + 1u) & 3u;
        sum += book.table[index] * (k + 1);
    }
    uint check = book.total ^ uint(sum);
    vec3 steps = vec3(float(check & 255u), float(check >> 8 & 255u), float(book.halves.y));
    colour = vec4(steps * 0.00390625, 1.0);
}
