#version 320 es
precision highp float;
uniform vec3 iResolution;
uniform float iTime;
uniform sampler2D iChannel0;
uniform sampler2D iChannel1;
layout(location = 0) out vec4 fragColor;

vec3 bent(vec2 uv, float by) {
    vec2 p = uv * 2. - 1.;
    float a = by * (1. - smoothstep(0., 1., length(p)));
    p *= mat2(cos(a), -sin(a), sin(a), cos(a));
    return texture(iChannel0, p * .5 + .5).rgb;
}

void mainImage(out vec4 O, vec2 U) {
    vec2 uv = U / iResolution.xy;
    vec3 c;
    for (int k = 0; k < 3; k++) c[k] = bent(uv, 1.5 + .2 * float(k) + iTime)[k];
    vec4 grain = textureLod(iChannel1, fract(uv * 4.), 0.);
    O = vec4(c * (.8 + .4 * grain.g), 1.);
}

void main() { mainImage(fragColor, gl_FragCoord.xy); }
