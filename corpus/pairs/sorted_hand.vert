#version 300 es
// A hand of cards is drawn for each vertex.
in vec2 aberration_place;
in ivec3 draws;
in uvec2 deck;
flat out ivec4 cards;
flat out uint shuffled;

void main() {
    int card = draws.x + 1;
    for (int k = 0; k < 4; k++) {
        card = (card * 17 + draws.y + k) % 53;
        cards[k] = card;
    }
    shuffled = deck.x * 40503u + (deck.y ^ 5u);
    gl_Position = vec4(aberration_place, 0.0, 1.0);
    gl_PointSize = 1.0;
}
