#version 300 es
precision highp float;
precision highp int;
// Sorts the hand, and shows its highest cards.
flat in ivec4 cards;
flat in uint shuffled;
out vec4 colour;

void main() {
    int hand[4];
    for (int k = 0; k < 4; k++) {
        hand[k] = cards[k];
    }
    for (int k = 1; k < 4; k++) {
        for (int m = k; m > 0; m--) {
            if (hand[m - 1] < hand[m]) {
                int other = hand[m];
                hand[m] = hand[m - 1];
                hand[m - 1] = other;
            }
        }
    }
    vec3 shown = vec3(float(hand[0]), float(hand[1]), float(shuffled & 63u));
    colour = vec4(shown * 0.015625, 1.0);
}
