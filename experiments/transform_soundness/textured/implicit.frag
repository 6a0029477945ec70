#version 450
// Samples whose level nobody names, also in branches and in a loop.
layout(set = 0, binding = 0) uniform sampler2D ground;
layout(set = 0, binding = 1) uniform sampler2D water;
layout(location = 0) out vec4 colour;

vec4 mixed(vec2 at, float share) {
    return texture(ground, at) * share + texture(water, at.yx) * (1.0 - share);
}

void main() {
    vec2 at = gl_FragCoord.xy / 16.0;
    vec4 here = mixed(at, 0.25);
    vec4 biased = texture(water, at + vec2(0.5, 0.25), 1.5);
    vec4 divided = textureProj(ground, vec3(at, 1.0));
    vec4 sum = here + biased * 0.5;
    for (int k = 0; k < 3; k++) {
        sum += texture(ground, at + vec2(k, -k) * 0.125) * 0.125;
        if (k == 1) {
            sum += mixed(at.yx + vec2(0.25, 0.5), 0.5);
        }
    }
    if (gl_FragCoord.x > 20.0 && sum.x < 0.5) {
        sum = textureLod(water, at, 0.0) - textureLod(water, at + vec2(0.25, 0.375), 0.0) * 0.25;
    }
    colour = vec4(fract(sum.xyz), divided.w);
}
