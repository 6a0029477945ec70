#version 450 core
// Moves a point of the picture by the bones of its pixel.
layout(location = 0) in vec2 shares;
layout(location = 2) in mat3 blended;
layout(location = 0) out vec4 colour;

void main() {
    vec3 point = vec3(gl_FragCoord.xy / 20.0, 1.0);
    vec3 moved = blended * point;
    vec3 back = transpose(blended) * point;
    float spread = length(moved - back) / 4.0;
    vec2 place = fract(moved.xy * 0.25 + 2.0);
    place = abs(place - 0.5) * 2.0;
    colour = vec4(place, spread / (1.0 + spread), shares.x);
}
