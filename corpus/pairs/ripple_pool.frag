#version 300 es
precision highp float;
precision highp int;
// Colours the pool by its height and slope.
in float height;
in vec2 slope;
out vec4 colour;

void main() {
    vec3 deep = vec3(0.0, 0.125, 0.25);
    vec3 shallow = vec3(0.25, 0.75, 0.75);
    vec3 water = mix(deep, shallow, clamp(height, 0.0, 1.0));
    float glint = 1.0 / (1.0 + dot(slope, slope));
    water += glint * vec3(0.125);
    if (height > 0.75) {
        water = sqrt(water);
    }
    colour = vec4(clamp(water, 0.0, 1.0), 1.0);
}
