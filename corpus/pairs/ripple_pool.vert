#version 300 es
// Waves of a pool, and how steep they are.
in vec2 aberration_place;
in vec2 spot;
in vec3 phases;
uniform float time;
out float height;
out vec2 slope;

void main() {
    float sum = 0.0;
    vec2 steep = vec2(0.0);
    for (int k = 0; k < 3; k++) {
        float wave = dot(spot, vec2(float(k) + 0.5, 1.0)) + phases[k] + time;
        sum += sin(wave) / float(k + 2);
        steep += vec2(float(k) + 0.5, 1.0) * cos(wave) / float(k + 2);
    }
    height = 0.5 + 0.25 * sum;
    slope = steep;
    gl_Position = vec4(aberration_place, 0.0, 1.0);
    gl_PointSize = 1.0;
}
