#version 330 core
// Normals are turned and handed on beside the light that falls on them.
in vec2 aberration_place;
in vec3 normal;
in vec3 lamp;
uniform float angle;
out vec3 turned;
out vec2 lit;

mat3 turn(float by) {
    float c = cos(by);
    float s = sin(by);
    return mat3(c, s, 0.0, -s, c, 0.0, 0.0, 0.0, 1.0);
}

void main() {
    turned = turn(angle) * normalize(normal + vec3(0.0, 0.0, 3.0));
    vec3 towards = normalize(lamp + vec3(2.5));
    lit.x = max(dot(turned, towards), 0.0);
    lit.y = 0.25 + 0.5 * lit.x;
    gl_Position = vec4(aberration_place, 0.0, 1.0);
    gl_PointSize = 1.0;
}
