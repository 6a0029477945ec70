#version 450
// Four texels at once, of all components.
layout(set = 0, binding = 0) uniform sampler2D ground;
layout(set = 0, binding = 1) uniform isampler2D marks;
layout(location = 0) out vec4 colour;

void main() {
    vec2 at = (gl_FragCoord.xy + 0.5) / 16.0;
    vec4 alphas = textureGather(ground, at, 3);
    vec4 greens = textureGatherOffset(ground, at + vec2(0.25, 0.125), ivec2(3, -2), 1);
    ivec4 blues = textureGather(marks, at, 2);
    float best = 0.0;
    for (int k = 0; k < 4; k++) {
        vec2 near = at + vec2(k, k * 2) / 16.0;
        vec4 reds = textureGather(ground, near, 0);
        best = max(best, reds.x - reds.w * 0.5);
    }
    int folded = blues.x ^ blues.y * 3 ^ blues.z * 5 ^ blues.w * 7;
    colour = vec4(alphas.x * 0.5 + alphas.z * 0.5, greens.y, float(folded & 255) / 256.0, best);
}
