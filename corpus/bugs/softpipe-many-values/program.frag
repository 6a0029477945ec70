#version 310 es
precision highp float;
precision highp int;
layout(location = 0) out vec4 colour;
uint scramble(uint value) {
    return (value ^ 40503u) * (value | 1u);
}
uint steps_10(uint value) {
    return scramble(scramble(scramble(scramble(scramble(scramble(scramble(scramble(scramble(scramble(value))))))))));
}
uint steps_100(uint value) {
    return steps_10(steps_10(steps_10(steps_10(steps_10(steps_10(steps_10(steps_10(steps_10(steps_10(value))))))))));
}
uint steps_1000(uint value) {
    return steps_100(steps_100(steps_100(steps_100(steps_100(steps_100(steps_100(steps_100(steps_100(steps_100(value))))))))));
}
void main() {
    uint value = steps_1000(steps_1000(steps_1000(steps_1000(steps_1000(steps_1000(steps_1000(steps_1000(steps_1000(steps_1000(steps_1000(uint(gl_FragCoord.x))))))))))));
    colour = vec4(float(value & 255u) / 255.0, 0.0, 0.0, 1.0);
}
