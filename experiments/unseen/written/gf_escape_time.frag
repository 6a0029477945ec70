#version 320 es
precision highp float;

layout(location = 0) out vec4 _GLF_color;

uniform vec2 injectionSwitch;
uniform vec2 resolution;

/* z -> z^2 + c; what is returned is (turns, |z|^2 at the end). */
vec2 escape(vec2 c)
{
    vec2 z = vec2(injectionSwitch.x);
    int turns = 0;
    float size = 0.0;
    for (;;) {
        size = dot(z, z);
        if (size > 16.0) break;
        if (turns >= 90) break;
        z = vec2(z.x * z.x - z.y * z.y, 2.0 * z.x * z.y) + c;
        ++turns;
    }
    return vec2(float(turns), size);
}

void main()
{
    vec3 sum = vec3(0.0);
    for (int sub = 0; sub < 4; sub++) {
        vec2 offset = vec2(sub & 1, sub >> 1) * 0.5 - 0.25;
        vec2 c = (gl_FragCoord.xy + offset) / resolution * vec2(3.0, 2.5) - vec2(2.1, 1.25);
        vec2 e = escape(c);
        if (e.x >= 90.0) {
            sum += vec3(0.02, 0.0, 0.05);
            continue;
        }
        float smooth_ = e.x + 1.0 - log2(log2(e.y));
        sum += 0.5 + 0.5 * cos(vec3(0.0, 0.6, 1.0) + smooth_ * 0.15);
        if (injectionSwitch.x > injectionSwitch.y) discard;
    }
    _GLF_color = vec4(sum / 4.0, 1.0);
}
