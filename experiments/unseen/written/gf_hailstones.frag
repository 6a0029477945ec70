#version 320 es
#ifdef GL_ES
precision highp float;
precision highp int;
#endif

layout(location = 0) out vec4 _GLF_color;
uniform vec2 injectionSwitch;
uniform vec2 resolution;

struct Flight {
    int turns;
    int top;
    bool landed;
};

Flight follow(int start, int patience)
{
    Flight flight = Flight(0, start, false);
    int n = start;
    while (n != 1) {
        n = n % 2 == 0 ? n >> 1 : n * 3 + 1;
        flight.top = max(flight.top, n);
        flight.turns += 1;
        if (flight.turns >= patience) {
            return flight;
        }
        if (injectionSwitch.y < injectionSwitch.x) {
            break;
        }
    }
    flight.landed = true;
    return flight;
}

vec3 hue(float turn)
{
    vec3 k = fract(vec3(turn) + vec3(0.0, 2.0, 1.0) / 3.0);
    return clamp(abs(k * 6.0 - 3.0) - 1.0, 0.0, 1.0);
}

void main()
{
    ivec2 tile = ivec2(gl_FragCoord.xy) / 8;
    int start = 1 + tile.x + 32 * (31 - tile.y);
    Flight flight = follow(start, 120);
    float peak = log2(float(flight.top)) / 18.0;
    vec3 c = flight.landed ? hue(float(flight.turns) / 120.0) * peak : vec3(1.0);
    bool edge = any(equal(ivec2(gl_FragCoord.xy) % 8, ivec2(0)));
    _GLF_color = vec4(edge ? c * 0.5 : c, 1.0);
}
