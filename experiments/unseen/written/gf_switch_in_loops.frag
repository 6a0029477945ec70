#version 310 es
precision highp float;
precision mediump int;

layout(location = 0) out vec4 _GLF_color;

uniform vec2 injectionSwitch;
uniform float time;

float total = 0.0;
int state = 0;

void turn(int input_) {
    switch (state) {
        case 0:
            if (input_ % 3 == 0) { state = 2; break; }
            state = 1;
            // falls through
        case 1:
            total += 0.125;
            if (input_ % 2 == 0) state = 3;
            break;
        case 2: {
            for (int k = 0; k < 5; k++) {
                if (k == input_ % 5) { state = 0; break; }
                switch (k) {
                    case 1: continue;
                    case 3: total += 0.25;
                    default: total += 0.0625;
                }
            }
            if (state == 2) return;
            break;
        }
        case -7:
        default:
            total -= 0.25;
            state = input_ > 40 ? 1 : 0;
    }
    total += 0.03125;
}

void main() {
    int x = int(gl_FragCoord.x) / 16, y = int(gl_FragCoord.y) / 16;
    for (int i = 0; i < 24; i++) {
        turn(i * x + y + int(time));
        if (injectionSwitch.x > injectionSwitch.y) state = -7;
    }
    float shade = fract(abs(total));
    _GLF_color = vec4(shade, float(state) / 4.0, total > 2.0 ? 1.0 : 0.0, 1.0);
}
