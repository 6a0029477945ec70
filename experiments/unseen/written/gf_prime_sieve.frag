#version 310 es

precision highp float;
precision highp int;

layout(location = 0) out vec4 _GLF_color;

uniform vec2 resolution;
uniform int sieveLimit;

const int SIZE = 200;

int composite[SIZE];

void strike(int factor)
{
    int multiple = factor * 2;
    while (multiple < SIZE) {
        composite[multiple] = 1;
        multiple += factor;
    }
}

int countBelow(int bound)
{
    int count = 0;
    for (int n = 2; n < SIZE; n++) {
        if (n >= bound)
            break;
        if (composite[n] == 0)
            count++;
    }
    return count;
}

void main()
{
    for (int i = 0; i < SIZE; i++)
        composite[i] = 0;
    composite[0] = 1;
    composite[1] = 1;
    for (int f = 2; f * f < SIZE; f++) {
        if (f > sieveLimit)
            break;
        if (composite[f] == 0)
            strike(f);
    }
    ivec2 cell = ivec2(gl_FragCoord.xy / resolution * vec2(20.0, 10.0));
    int n = clamp(cell.y * 20 + cell.x, 0, SIZE - 1);
    float share = float(countBelow(n)) / 46.0;
    if (composite[n] == 1)
        _GLF_color = vec4(0.1, share, 0.2, 1.0);
    else
        _GLF_color = vec4(1.0, 1.0 - share, 0.4, 1.0);
}
