#version 320 es
precision highp float;
precision highp int;

layout(location = 0) out vec4 _GLF_color;

uniform vec2 resolution;
uniform mat3 turn;
uniform mat4 blend;
uniform float weights[4];

float weighted(mat4 m) {
    float sum = 0.0;
    for (int c = 0; c < 4; c++)
        for (int r = 0; r < 4; r++)
            sum += m[c][r] * weights[(c + r) % 4];
    return sum;
}

mat2x3 narrowed(mat3 m, int leave) {
    mat2x3 result = mat2x3(0.0);
    int to = 0;
    for (int c = 0; c < 3; c++) {
        if (c == leave) continue;
        result[to] = m[c];
        to++;
    }
    return result;
}

void main() {
    vec2 uv = gl_FragCoord.xy / resolution;
    mat3 scaled = turn;
    scaled[1] *= uv.x + 0.5;
    scaled[2].xy = uv.yx;
    int row = int(uv.y * 2.999);
    mat2x3 part = narrowed(transpose(scaled), row);
    vec2 folded = uv * mat2(part[0].xy, part[1].yz);
    vec3 bright = matrixCompMult(turn, scaled) * vec3(uv, 1.0);
    mat4 both = blend * mat4(scaled) + outerProduct(vec4(uv, 0.0, 1.0), vec4(weights[0], weights[1], weights[2], weights[3]));
    float area = determinant(mat2(both[0].xy, both[1].xy));
    _GLF_color = vec4(fract(folded.x + bright.x), clamp(weighted(both) * 0.05, 0.0, 1.0), 0.5 + 0.5 * clamp(area + bright.z * 0.125, -1.0, 1.0), 1.0);
}
