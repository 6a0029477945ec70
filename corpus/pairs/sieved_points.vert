#version 330 core
// Most of what is handed on is never taken; some pixels are thrown away.
in vec2 aberration_place;
in ivec2 number;
in vec4 unread;
flat out int kept;
flat out ivec4 lost;
out vec4 dropped;
out vec2 corner;

int smallest_divisor(int n) {
    for (int d = 2; d < 12; d++) {
        if (n % d == 0) {
            return d;
        }
    }
    return 1;
}

void main() {
    kept = smallest_divisor(number.x + 2);
    lost = ivec4(number, -number);
    dropped = unread * 2.0;
    corner = vec2(number & 7) * 0.125;
    gl_Position = vec4(aberration_place, 0.0, 1.0);
    gl_PointSize = 1.0;
}
