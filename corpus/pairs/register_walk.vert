#version 330 core
// A shift register is stepped per vertex; the fragment shader folds its states.
in vec2 aberration_place;
in ivec2 seed;
in uint taps;
flat out ivec3 states;
flat out uint mask;

int stepped(int state) {
    int bit = (state ^ (state >> 2) ^ (state >> 3) ^ (state >> 5)) & 1;
    return (state >> 1) | (bit << 9);
}

void main() {
    int state = (seed.x + 3) & 1023;
    for (int turn = 0; turn < 6; turn++) {
        state = stepped(state);
        if (turn == 1) { states.x = state; }
        if (turn == 3) { states.y = state; }
    }
    states.z = state ^ seed.y;
    mask = taps * 2654435761u;
    gl_Position = vec4(aberration_place, 0.0, 1.0);
    gl_PointSize = 1.0;
}
