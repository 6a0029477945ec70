#version 320 es
precision highp float;
precision highp int;

layout(location = 0) out vec4 _GLF_color;

uniform vec2 injectionSwitch;
uniform vec2 resolution;

const int LENGTH = 12;
float heights[LENGTH];

// One round of bubbles from left to right; tells whether anything rose.
bool bubble(int last, float direction)
{
    bool rose = false;
    for (int i = 0; i < last; i++) {
        if (direction * heights[i] > direction * heights[i + 1]) {
            float h = heights[i];
            heights[i] = heights[i + 1];
            heights[i + 1] = h;
            rose = true;
        }
        if (injectionSwitch.x > injectionSwitch.y) {
            return false;
        }
    }
    return rose;
}

void main()
{
    int band = int(gl_FragCoord.y / resolution.y * 6.0);
    for (int i = 0; i < LENGTH; i++) {
        heights[i] = float((i * 7 + band * 5) % 13) + injectionSwitch.y;
    }
    float direction = band < 3 ? 1.0 : -1.0;
    int rounds = 0;
    int last = LENGTH - 1;
    do {
        rounds++;
        last--;
    } while (last >= 0 && bubble(last + 1, direction));
    int column = int(gl_FragCoord.x / resolution.x * float(LENGTH));
    float inside = fract(gl_FragCoord.y / resolution.y * 6.0);
    float h = heights[column] / 14.0;
    _GLF_color = inside < h ? vec4(h, 1.0 - h, float(rounds) / 12.0, 1.0) : vec4(0.125, 0.125, 0.25, 1.0);
}
