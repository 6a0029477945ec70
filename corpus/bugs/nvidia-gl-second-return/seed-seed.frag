#version 430
uniform mat2 turn;
layout(location = 0) out vec4 FragColor;
mat3 shear(float amount) {
    mat3 m = mat3(1.0);
    m[1][0] = amount;
    m[2].y = -amount;
    return m;
}
float parity(float x) {
    return x - 2.0 * floor(x / 2.0);
}
void main() {
    vec2 cell = floor(gl_FragCoord.xy / 4.0);
    vec2 turned = turn * cell;
    turned = turned * turn + turn[0];
    mat3 chain = mat3(1.0);
    for (int i = 1; i <= 3; i++) {
        chain = shear(float(i)) * chain;
    }
    vec3 moved = chain * vec3(turned, 1.0);
    vec3 other = vec3(turned, 1.0) * chain;
    bool same = matrixCompMult(mat2(moved.xy, other.xy), mat2(1.0, 0.0, 0.0, 1.0)) == mat2(moved.x, 0.0, 0.0, other.y);
    vec3 odd = vec3(parity(moved.x), parity(moved.y), parity(other.x));
    FragColor = vec4(odd * 255.0 / 255.0, same ? 1.0 : 0.0);
}
