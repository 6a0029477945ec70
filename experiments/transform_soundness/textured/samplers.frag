#version 450
// Images and samplers that stand alone: the same image, wrapped in two ways.
layout(set = 0, binding = 0) uniform texture2D ground;
layout(set = 0, binding = 1) uniform texture2D water;
layout(set = 0, binding = 2) uniform sampler folded;
layout(set = 0, binding = 3) uniform sampler edged;
layout(location = 0) out vec4 colour;

void main() {
    vec2 at = gl_FragCoord.xy / 8.0 - 1.0;
    vec4 near = texture(sampler2D(ground, folded), at);
    vec4 far = texture(sampler2D(ground, edged), at.yx * 2.0 + vec2(0.03125));
    vec4 sum = near * 0.5 + far * 0.25;
    if (near.x > 0.25) {
        sum += textureLod(sampler2D(water, edged), at + vec2(0.5, -0.25), 0.0);
    } else {
        sum -= textureGather(sampler2D(water, folded), at + 0.0625, 2);
    }
    vec4 last = textureProj(sampler2D(water, edged), vec3(at * 2.0, 2.0));
    colour = vec4(fract(sum.xyz + 2.0), last.w);
}
