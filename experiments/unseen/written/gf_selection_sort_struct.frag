#version 320 es
precision highp float;
precision highp int;

layout(location = 0) out vec4 _GLF_color;

uniform vec2 injectionSwitch;
uniform vec2 resolution;
uniform int seedValue;

struct Entry { int weight; vec3 tint; };
struct Shelf { Entry entries[9]; int swaps; };

void swapEntries(inout Shelf shelf, const int i, const int j) {
    if (i == j) return;
    Entry held = shelf.entries[i];
    shelf.entries[i] = shelf.entries[j];
    shelf.entries[j] = held;
    shelf.swaps++;
}

int smallestFrom(in Shelf shelf, int start) {
    int best = start;
    for (int i = start + 1; i < 9; i++)
        if (shelf.entries[i].weight < shelf.entries[best].weight)
            best = i;
    return best;
}

void fill(out Shelf shelf, int from) {
    shelf.swaps = 0;
    int state = from;
    for (int i = 0; i < 9; i++) {
        state = (state * 31 + 17) % 101;
        shelf.entries[i].weight = state;
        shelf.entries[i].tint = vec3(float(i) / 8.0, float(state) / 101.0, injectionSwitch.y - float(i) / 9.0);
    }
}

void main() {
    Shelf shelf;
    fill(shelf, seedValue + int(gl_FragCoord.y / resolution.y * 4.0));
    for (int i = 0; i < 9; i++)
        swapEntries(shelf, i, smallestFrom(shelf, i));
    int bar = min(int(gl_FragCoord.x / resolution.x * 9.0), 8);
    vec3 tint = shelf.entries[bar].tint;
    if (injectionSwitch.x > injectionSwitch.y)
        tint = vec3(shelf.swaps);
    _GLF_color = vec4(mix(tint, vec3(float(shelf.swaps) / 9.0), 0.25), 1.0);
}
