// A demo as they stand on the web: no #version line at all.
#ifdef GL_ES
precision mediump float;
#endif

uniform float time;
uniform vec2 resolution;
uniform vec2 mouse;

float hash(float n) { return fract(sin(n) * 7531.317); }

float noise(in vec2 x) {
    vec2 p = floor(x);
    vec2 f = fract(x);
    f = f * f * (3.0 - 2.0 * f);
    float n = p.x + p.y * 57.0;
    return mix(mix(hash(n), hash(n + 1.0), f.x), mix(hash(n + 57.0), hash(n + 58.0), f.x), f.y);
}

void main( void ) {
    vec2 uv = gl_FragCoord.xy / resolution.xy;
    uv.x += mouse.x;
    float q = 0.0;
    for (int i = 1; i < 5; i++) {
        float s = float(i * i);
        q += noise(vec2(uv.x * 6.0 * s, uv.y * 4.0 * s - time * 2.0)) / s;
    }
    float flame = clamp(q * 1.2 - uv.y * 1.6, 0.0, 1.0);
    vec3 c = vec3(1.5 * flame, 1.5 * flame * flame, flame * flame * flame * flame);
    gl_FragColor = vec4(c, 1.0);
}
