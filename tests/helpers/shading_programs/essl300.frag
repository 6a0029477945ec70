#version 300 es
precision highp float;
precision mediump int;
layout(std140) uniform Settings {
    vec4 tint;
    mat3x2 shape;
    int steps;
} settings;
uniform highp sampler2D image;
uniform lowp usampler2D table;
in vec2 place;
flat in ivec2 cell;
layout(location = 0) out vec4 result;
layout(location = 1) out uvec2 codes;
const int SIZES[3] = int[3](1, 2, 4);

uint mixBits(uint a, uint b) {
    a ^= b << 13u;
    a ^= a >> 17;
    return a * 2654435761u + (b & 0xffu);
}

int pick(int value) {
    switch (value % 4) {
        case 0:
            return 1;
        case 1:
        case 2:
            value += 3;
            break;
        default:
            value = -value;
    }
    return value;
}

struct Pair { ivec2 key; float value[2]; };

Pair make(ivec2 key) {
    Pair pair;
    pair.key = key;
    pair.value = float[](1.0, 0.5);
    return pair;
}

void main() {
    Pair pair = make(cell);
    float sum = 0.0;
    int i = 0;
    while (i < settings.steps) {
        sum += pair.value[i & 1] * float(SIZES[i % 3]);
        if (sum > 8.0) break;
        ++i;
    }
    do {
        sum -= 1.0;
    } while (sum > 1.0);
    vec2 moved = settings.shape * vec3(place, 1.0);
    vec4 texel = texture(image, moved);
    uvec4 fetched = texelFetch(table, ivec2(gl_FragCoord.xy), 0);
    codes = uvec2(mixBits(fetched.x, fetched.y), floatBitsToUint(sum));
    bool odd = (cell.x & 1) == 1 || pair == make(cell.yx);
    result = odd ? texel * settings.tint : vec4(dFdx(sum), fract(moved), float(pick(cell.y)));
    result.a = clamp(result.a, 0.0, 1.0);
    result = mix(result, vec4(round(sum)), isnan(sum) ? 0.0 : 0.25);
}
