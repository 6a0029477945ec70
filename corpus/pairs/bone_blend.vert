#version 450 core
// Two bones are blended; the matrix and its weights go on to the fragment shader.
in vec2 aberration_place;
in vec4 weights;
in vec3 offset;
layout(location = 2) out mat3 blended;
layout(location = 0) out vec2 shares;

mat3 bone(float scale, vec3 move) {
    return mat3(scale, 0.0, move.x, 0.0, scale, move.y, 0.0, 0.0, 1.0 + 0.1 * move.z);
}

void main() {
    float first = 0.25 + 0.125 * abs(weights.x);
    float second = 0.25 + 0.125 * abs(weights.y);
    float sum = first + second;
    shares = vec2(first, second) / sum;
    mat3 near = bone(1.5, offset);
    mat3 far = bone(0.5, offset.zxy);
    blended = near * shares.x + far * shares.y;
    gl_Position = vec4(aberration_place, 0.0, 1.0);
    gl_PointSize = 1.0;
}
