#version 330 core
// Shades a facet from what its vertex knows.
in vec3 turned;
in vec2 lit;
out vec4 colour;
uniform vec3 tint;

void main() {
    vec3 shade = tint * lit.y;
    float edge = 1.0 - abs(turned.z);
    if (edge > 0.5) {
        shade = mix(shade, vec3(0.125), 0.5);
    }
    shade += vec3(0.05) * smoothstep(0.0, 1.0, lit.x);
    colour = vec4(clamp(shade, 0.0, 1.0), 1.0);
}
