#version 450 core
// A block of words: sums, a packed pair and a small table.
in vec2 aberration_place;
in uvec3 amounts;
in ivec2 who;
out Ledger {
    flat uint total;
    flat uvec2 halves;
    flat int table[4];
} given;

void main() {
    given.total = amounts.x + amounts.y * 3u + (amounts.z << 4);
    given.halves = uvec2(amounts.x & 15u, amounts.y >> 2);
    for (int k = 0; k < 4; k++) {
        given.table[k] = who.x * (k + 1) - who.y;
    }
    if (who.x > who.y) {
        given.table[who.x & 3] = who.y;
    }
    gl_Position = vec4(aberration_place, 0.0, 1.0);
    gl_PointSize = 1.0;
}
