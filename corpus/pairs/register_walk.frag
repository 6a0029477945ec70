#version 330 core
// Folds three states of a register into a colour of whole steps.
flat in ivec3 states;
flat in uint mask;
out vec4 colour;

int ones(uint word) {
    int count = 0;
    while (word != 0u) {
        word &= word - 1u;
        count++;
    }
    return count;
}

void main() {
    int folded = states.x;
    for (int turn = 0; turn < 4; turn++) {
        folded = (folded * 5 + states.y + turn) & 255;
    }
    float red = float(folded) * 0.00390625;
    float green = float(ones(mask)) * 0.03125;
    colour = vec4(red, green, float(states.z & 127) * 0.0078125, 1.0);
}
