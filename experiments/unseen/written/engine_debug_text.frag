#version 420 core
// Debug overlay: numbers from a 3x5 bitmap font, one int a glyph, bit 14 is the upper left corner.
#define GLYPHS 16
#define CELL_W 4
#define CELL_H 6

layout(binding = 0, std140) uniform Overlay {
    ivec4 numbers[3];
    vec4  inks[3];
    vec4  paper;
    int   scale;
    bool  hexadecimal;
} overlay;

layout(location = 0) out vec4 target;

const int font[GLYPHS] = int[GLYPHS](
    0x7B6F, 0x2C97, 0x73E7, 0x73CF, 0x5BC9, 0x79CF, 0x79EF, 0x7249,
    0x7BEF, 0x7BCF, 0x7BED, 0x6BAE, 0x3923, 0x6B6E, 0x79E7, 0x79E4);

int digitAt(int number, int place, int base) {
    for (int i = 0; i < place; ++i)
        number /= base;
    return number % base;
}

int digitsOf(int number, int base) {
    int count = 1;
    while (number >= base) { number /= base; ++count; }
    return count;
}

bool inked(int glyph, ivec2 spot) {
    if (spot.x < 0 || spot.x > 2 || spot.y < 0 || spot.y > 4) return false;
    return ((font[glyph] >> (spot.y * 3 + 2 - spot.x)) & 1) != 0;
}

bool covered(int number, ivec2 pixel) {
    int base = overlay.hexadecimal ? 16 : 10;
    int column = pixel.x / CELL_W, count = digitsOf(number, base);
    if (column >= count || pixel.y >= CELL_H) return false;
    return inked(digitAt(number, count - 1 - column, base), ivec2(pixel.x % CELL_W, pixel.y));
}

void main() {
    ivec2 pixel = ivec2(gl_FragCoord.xy) / overlay.scale;
    vec4 colour = overlay.paper;
    for (int line = 0; line < 3; ++line) {
        ivec2 local = pixel - ivec2(2, 2 + line * (CELL_H + 2));
        if (local.y < 0) break;
        for (int column = 0; column < 2; ++column) {
            int number = overlay.numbers[line][column];
            ivec2 at = local - ivec2(column * 32, 0);
            if (at.x >= 0 && covered(number, at))
                colour = mix(colour, overlay.inks[line], 0.875);
        }
    }
    target = colour;
}
