#version 100
precision mediump float;
uniform sampler2D image;
uniform vec2 resolution;
uniform mat3 turn;
uniform bool inverted;
varying vec4 colour;
varying vec2 place;
const int COUNT = 4;
const float SCALE = 0.5 * float(COUNT);
struct Light { vec3 position; float power; };
uniform Light lamp;
float weights[COUNT];

float falloff(in float distance, const in float power);

vec3 shade(vec3 normal, Light light) {
    vec3 direction = normalize(light.position - normal);
    return vec3(max(dot(normal, direction), 0.0)) * falloff(length(direction), light.power);
}

float falloff(in float distance, const in float power) {
    if (distance < 0.25) return power;
    return power / (1.0 + distance * distance);
}

void split(in vec4 value, out vec3 rgb, inout float alpha) {
    rgb = value.rgb;
    alpha *= value.a;
}

void main() {
    vec2 uv = gl_FragCoord.xy / resolution;
    float total = 0.0, alpha = 1.0;
    vec3 rgb;
    for (int i = 0; i < COUNT; i++) {
        weights[i] = float(i) * SCALE;
        total += weights[i];
        if (i == 2) continue;
    }
    split(texture2D(image, uv), rgb, alpha);
    mat2 small = mat2(1.0, 0.0, 0.0, 1.0);
    uv = small * uv + uv * small;
    bvec3 less = lessThan(rgb, vec3(0.5));
    ivec2 whole = ivec2(uv * 8.0);
    whole.x = whole.x + whole.y * 2 - COUNT;
    if (any(less) && !inverted || less.x != less[1]) {
        rgb = turn * rgb.bgr;
    } else if (total > 3.0) {
        discard;
    }
    rgb.xy += place.st;
    gl_FragColor = vec4(shade(rgb, lamp), inverted ? alpha : colour.a);
}
