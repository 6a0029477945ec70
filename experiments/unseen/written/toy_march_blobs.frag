#version 320 es
precision highp float;
uniform vec3 iResolution;
uniform float iTime;
layout(location = 0) out vec4 fragColor_;

#define STEPS 72
#define FAR 20.
#define NEAR .001
#define ROT(a) mat2(cos(a), sin(a), -sin(a), cos(a))

float smin(float a, float b, float k) { float h = max(k - abs(a - b), 0.) / k; return min(a, b) - h * h * k * .25; }

float map(vec3 p) {
    p.xz *= ROT(iTime * .3);
    float d = p.y + 1.;
    for (int i = 0; i < 3; i++) {
        float f = float(i);
        vec3 o = vec3(cos(f * 2.1 + iTime), .3 * sin(f + iTime * .7), sin(f * 2.1));
        d = smin(d, length(p - o) - .6 - .1 * f, .35);
    }
    return d;
}

vec3 normalAt(vec3 p) {
    vec2 e = vec2(.002, -.002);
    return normalize(e.xyy * map(p + e.xyy) + e.yyx * map(p + e.yyx) + e.yxy * map(p + e.yxy) + e.xxx * map(p + e.xxx));
}

float shadow(vec3 ro, vec3 rd) {
    float res = 1., t = .05;
    for (int i = 0; i < 24; i++) {
        float h = map(ro + rd * t);
        res = min(res, 8. * h / t);
        t += clamp(h, .02, .3);
        if (res < .01 || t > 5.) break;
    }
    return clamp(res, 0., 1.);
}

void mainImage(out vec4 fragColor, in vec2 fragCoord) {
    vec2 uv = (2. * fragCoord - iResolution.xy) / iResolution.y;
    vec3 ro = vec3(0, .6, -4), rd = normalize(vec3(uv, 1.8));
    float t = 0.; int i = 0;
    for (; i < STEPS; i++) {
        float d = map(ro + rd * t);
        if (d < NEAR || t > FAR) break;
        t += d * .9;
    }
    vec3 col = mix(vec3(.5, .7, .9), vec3(.1, .2, .4), uv.y * .5 + .5);
    if (t < FAR) {
        vec3 p = ro + rd * t, n = normalAt(p), l = normalize(vec3(.6, .8, -.4));
        float dif = max(dot(n, l), 0.) * shadow(p, l);
        float spe = pow(max(dot(reflect(rd, n), l), 0.), 32.);
        col = vec3(.2, .15, .1) * (n.y * .5 + .5) + vec3(.9, .6, .3) * dif + spe * .5;
        col = mix(col, vec3(.4, .5, .6), 1. - exp(-.002 * t * t * t));
    }
    col = pow(clamp(col, 0., 1.), vec3(.4545));
    fragColor = vec4(col, 1.);
}

void main() { mainImage(fragColor_, gl_FragCoord.xy); }
