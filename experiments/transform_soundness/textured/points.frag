#version 450
// Samples and gathers at places that are constants, some of them outside of the texture.
layout(set = 0, binding = 0) uniform sampler2D ground;
layout(set = 0, binding = 1) uniform isampler2D marks;
layout(set = 0, binding = 2) uniform sampler2DArray leaves;
layout(location = 0) out vec4 colour;

vec4 palette(int row) {
    vec4 first = textureLod(ground, vec2(0.21875, 0.53125), 0.0);
    if (row == 1) {
        first = textureOffset(ground, vec2(1.34375, -0.40625), ivec2(3, -5));
    }
    return first + textureProj(ground, vec3(0.6875, 1.4375, 2.0)) * 0.5;
}

void main() {
    ivec2 p = ivec2(gl_FragCoord.xy);
    vec4 sum = palette(p.x & 1);
    int seen = 0;
    for (int k = 0; k < 3; k++) {
        float red = textureGather(ground, vec2(0.375, 1.125), 0).w;
        ivec4 blues = textureGatherOffset(marks, vec2(-0.25, 0.625), ivec2(2, 7), 2);
        seen = seen * 3 + blues.x + (k == p.y % 3 ? blues.w : blues.z);
        sum.x += textureGather(ground, vec2(0.875, -0.25), 3).y * 0.25 + red * float(k);
    }
    ivec4 mark = texture(marks, vec2(0.8125, 0.3125));
    vec4 leaf = textureGrad(leaves, vec3(0.46875, 0.96875, 1.25), vec2(0.5), vec2(0.0, 0.25));
    sum.y += leaf.z + textureGather(leaves, vec3(0.75, 0.5, 7.0), 1).x * 0.5;
    colour = vec4(fract(sum.xy), float((seen ^ mark.y) & 255) / 256.0, leaf.w);
}
